import { z } from "zod";
import { followLiveInput, liveDataSchema } from "../../live.ts";
import { liveTypes } from "../../live-types.ts";
import {
  compareInput,
  listNotificationsInput,
  notificationDetailSchema,
  notificationDifferenceSchema,
  notificationPageSchema,
  replaySchema,
  revealedFieldsSchema,
  revealInput,
  reverifiedSchema,
} from "../../notification.ts";
import { listNeverNotifiedInput, neverNotifiedPageSchema } from "../../transaction.ts";
import { environmentPath, gatewayErrors, merchantPath, type Operation } from "../operation.ts";

const list = {
  method: "get",
  tag: "Notifications",
  role: "viewer",
  query: listNotificationsInput,
  answers: { 200: { description: "One page, newest first.", schema: notificationPageSchema } },
  errors: [],
} as const;

const act = { method: "post", tag: "Notifications", role: "support", errors: [] } as const;

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
    errors: ["cross_site"],
  },
  {
    id: "listNeverNotified",
    method: "get",
    path: `${merchantPath}/notifications/never-notified`,
    tag: "Notifications",
    summary: "Online sales in the ledger that no notification is about",
    role: "viewer",
    query: listNeverNotifiedInput,
    answers: { 200: { description: "One page, newest first.", schema: neverNotifiedPageSchema } },
    errors: gatewayErrors,
  },
  {
    id: "compareNotifications",
    method: "get",
    path: `${merchantPath}/notifications/{id}/difference`,
    tag: "Notifications",
    summary: "What differs between two received notifications, field by field",
    role: "viewer",
    query: compareInput,
    answers: { 200: { description: "Every field and header of both.", schema: notificationDifferenceSchema } },
    errors: [],
  },
  {
    ...act,
    id: "replayNotification",
    path: `${merchantPath}/notifications/{id}/replay`,
    summary: "Sends the received bytes to our own URL_Notify again; audited",
    answers: { 200: { description: "What it answered.", schema: replaySchema } },
  },
  {
    ...act,
    id: "reverifyNotification",
    path: `${merchantPath}/notifications/{id}/reverify`,
    summary: "Judges it again with today's keys; audited",
    answers: { 200: { description: "How many were looked at and turned valid.", schema: reverifiedSchema } },
    errors: ["conflict"],
  },
  {
    ...act,
    id: "reverifyNotifications",
    path: `${merchantPath}/notifications/reverify`,
    summary: "Judges the newest 200 of a merchant that are not valid again, with today's keys; audited",
    answers: { 200: { description: "How many were looked at and turned valid.", schema: reverifiedSchema } },
    errors: ["conflict"],
  },
  {
    ...act,
    id: "lookAgainForNotification",
    path: `${merchantPath}/notifications/{id}/look-again`,
    summary: "Has the gateway asked for its record again, in the background",
    answers: { 204: { description: "It is its turn now." } },
  },
  {
    ...act,
    id: "revealNotification",
    path: `${merchantPath}/notifications/{id}/reveal`,
    summary: "Its personal fields in the clear, CardToken left out; audited with the reason",
    body: revealInput,
    answers: { 200: { description: "The fields that are masked elsewhere.", schema: revealedFieldsSchema } },
  },
  {
    id: "followLive",
    method: "get",
    path: `${environmentPath}/live`,
    tag: "Live",
    summary: `Server-sent events: ${liveTypes.join(", ")}; resumes behind Last-Event-ID, or at first behind \`after\``,
    role: "viewer",
    query: followLiveInput,
    headers: [{ name: "Last-Event-ID", required: false, description: "The id of the last event you have." }],
    answers: {
      200: {
        description:
          "Events for as long as the session lasts. `data` is JSON; the first event is `ready`. `reload` means that too much was missed (over 2000 events): read again what you show.",
        schema: liveDataSchema,
        contentType: "text/event-stream",
      },
    },
    errors: [],
  },
];
