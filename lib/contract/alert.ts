import { z } from "zod";
import { alertRules, alertStatuses } from "./alert-marks.ts";
import { cursorSchema, instantSchema, limitSchema, pageSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const alertSchema = z
  .object({
    id: z.string(),
    rule: z.enum(alertRules),
    /** Slug; absent when it is about the environment as a whole. */
    merchant: z.string().optional(),
    status: z.enum(alertStatuses),
    openedAt: instantSchema,
    lastSeenAt: instantSchema,
    /** How often it has happened since it was opened. */
    count: z.int(),
    /** How many of those could not be stored because the quota was used up. */
    notKept: z.int(),
    /** The dashboard page about it. */
    href: z.string(),
  })
  .register(schemaNames, { id: "Alert" });
export type Alert = z.infer<typeof alertSchema>;

/** Without a status: those that are not resolved. */
export const listAlertsInput = z.object({
  status: z.enum(alertStatuses, rule("status_unknown", { values: alertStatuses.join(", ") })).optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});

/** Most recent first; `open`: the number of open alerts, independent of the filter. */
export const alertsSchema = pageSchema(alertSchema).extend({ open: z.int() }).register(schemaNames, { id: "Alerts" });
export type Alerts = z.infer<typeof alertsSchema>;

export const alertOperations = defineOperations("Operations", {
  listAlerts: {
    method: "get",
    path: `${environmentPath}/alerts`,
    summary: "What may need a person, of the merchants you may see",
    role: "viewer",
    query: listAlertsInput,
    answers: { 200: { description: "Last seen first; without a status those that are not resolved.", schema: alertsSchema } },
  },
  acknowledgeAlert: {
    method: "post",
    path: `${environmentPath}/alerts/{id}/acknowledge`,
    summary: "Acknowledge it; it keeps counting; audited",
    role: "support",
    answers: { 200: { description: "The alert.", schema: alertSchema } },
    errors: ["conflict"],
  },
  resolveAlert: {
    method: "post",
    path: `${environmentPath}/alerts/{id}/resolve`,
    summary: "Say that it is over; when it happens again, a new alert is opened; audited",
    role: "support",
    answers: { 200: { description: "The alert.", schema: alertSchema } },
  },
});
