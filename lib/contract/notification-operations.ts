import { z } from "zod";
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
  reverifyInput,
} from "./notification.ts";
import { defineOperations, environmentPath, gatewayErrors, merchantPath } from "./operation.ts";
import { listNeverNotifiedInput, neverNotifiedPageSchema } from "./transaction.ts";

const list = {
  method: "get",
  role: "viewer",
  query: listNotificationsInput,
  answers: { 200: { description: "One page, newest first.", schema: notificationPageSchema } },
} as const;

/** A page may be empty and still have a next one: so many sales before it were notified. */
const neverNotified = {
  method: "get",
  role: "viewer",
  query: listNeverNotifiedInput,
  answers: { 200: { description: "One page, newest first.", schema: neverNotifiedPageSchema } },
} as const;

const act = { method: "post", role: "support" } as const;

export const notificationOperations = defineOperations("Notifications", {
  listAllNotifications: {
    ...list,
    path: `${environmentPath}/notifications`,
    summary: "What arrived at URL_Notify of all merchants you may see",
  },
  listNotifications: {
    ...list,
    path: `${merchantPath}/notifications`,
    summary: "What arrived at URL_Notify of a merchant",
  },
  getNotification: {
    method: "get",
    path: `${merchantPath}/notifications/{id}`,
    summary: "One notification with every field, personal ones masked, and how its verdict came about",
    role: "viewer",
    answers: { 200: { description: "The notification.", schema: notificationDetailSchema } },
  },
  getNotificationRaw: {
    method: "get",
    path: `${merchantPath}/notifications/{id}/raw`,
    summary: "The received body, byte for byte; each reading is audited",
    role: "support",
    query: z.object({ reason: z.string().max(200).default("api") }),
    isAudited: true,
    answers: { 200: { description: "The body.", contentType: "application/octet-stream" } },
  },
  listAllNeverNotified: {
    ...neverNotified,
    path: `${environmentPath}/notifications/never-notified`,
    summary: "Online sales in the synced ledgers of all merchants you may see that no notification is about",
  },
  listNeverNotified: {
    ...neverNotified,
    path: `${merchantPath}/notifications/never-notified`,
    summary: "Online sales in the ledger that no notification is about",
    errors: gatewayErrors,
  },
  compareNotifications: {
    method: "get",
    path: `${merchantPath}/notifications/{id}/difference`,
    summary: "What differs between two received notifications, field by field",
    role: "viewer",
    query: compareInput,
    answers: { 200: { description: "Every field and header of both.", schema: notificationDifferenceSchema } },
  },
  replayNotification: {
    ...act,
    path: `${merchantPath}/notifications/{id}/replay`,
    summary: "Sends the received bytes to our own URL_Notify again, unless they would change a payment; audited",
    answers: { 200: { description: "What it answered.", schema: replaySchema } },
    errors: ["conflict"],
  },
  reverifyNotification: {
    ...act,
    path: `${merchantPath}/notifications/{id}/reverify`,
    summary: "Judges it again with today's keys; audited",
    answers: { 200: { description: "How many were looked at and turned valid.", schema: reverifiedSchema } },
    errors: ["conflict"],
  },
  reverifyNotifications: {
    ...act,
    path: `${merchantPath}/notifications/reverify`,
    summary: "Judges 200 of a merchant that are not valid again, with today's keys, the uncheckable first; audited",
    body: reverifyInput,
    answers: { 200: { description: "How many were looked at and turned valid.", schema: reverifiedSchema } },
    errors: ["conflict"],
  },
  lookAgainForNotification: {
    ...act,
    path: `${merchantPath}/notifications/{id}/look-again`,
    summary: "Has the gateway asked for its record again, in the background",
    answers: { 204: { description: "It is its turn now." } },
  },
  revealNotification: {
    ...act,
    path: `${merchantPath}/notifications/{id}/reveal`,
    summary: "Its personal fields in the clear, CardToken left out; audited with the reason",
    body: revealInput,
    answers: { 200: { description: "The fields that are masked elsewhere.", schema: revealedFieldsSchema } },
  },
});
