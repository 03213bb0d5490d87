import { z } from "zod";
import { liveDataSchema, liveTypes } from "../../live.ts";
import { listNotificationsInput, notificationDetailSchema, notificationPageSchema } from "../../notification.ts";
import { environmentPath, merchantPath, type Operation } from "../operation.ts";

const list = {
  method: "get",
  tag: "Notifications",
  role: "viewer",
  query: listNotificationsInput,
  answers: { 200: { description: "One page, newest first.", schema: notificationPageSchema } },
  errors: [],
} as const;

export const notificationOperations: readonly Operation[] = [
  {
    ...list,
    id: "listAllNotifications",
    path: `${environmentPath}/notifications`,
    summary: "What arrived at URL_Notify of all merchants you may see",
  },
  {
    ...list,
    id: "listNotifications",
    path: `${merchantPath}/notifications`,
    summary: "What arrived at URL_Notify of a merchant",
  },
  {
    id: "getNotification",
    method: "get",
    path: `${merchantPath}/notifications/{id}`,
    tag: "Notifications",
    summary: "One notification with every field, personal ones masked, and how its verdict came about",
    role: "viewer",
    answers: { 200: { description: "The notification.", schema: notificationDetailSchema } },
    errors: [],
  },
  {
    id: "getNotificationRaw",
    method: "get",
    path: `${merchantPath}/notifications/{id}/raw`,
    tag: "Notifications",
    summary: "The received body, byte for byte; each reading is audited",
    role: "support",
    query: z.object({ reason: z.string().max(200).default("api") }),
    answers: { 200: { description: "The body.", contentType: "application/octet-stream" } },
    errors: [],
  },
  {
    id: "followLive",
    method: "get",
    path: `${environmentPath}/live`,
    tag: "Live",
    summary: `Server-sent events: ${liveTypes.join(", ")}; resumes behind Last-Event-ID`,
    role: "viewer",
    headers: [{ name: "Last-Event-ID", required: false, description: "The id of the last event you have." }],
    answers: {
      200: {
        description: "Events for as long as the session lasts. `data` is JSON; the first event is `ready`.",
        schema: liveDataSchema,
        contentType: "text/event-stream",
      },
    },
    errors: [],
  },
];
