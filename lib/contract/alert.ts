import { z } from "zod";
import { alertResolutions, alertRules, alertSeverities, alertStatuses } from "./alert-marks.ts";
import { cursorSchema, instantSchema, limitSchema, pageSchema } from "./common.ts";
import { filterShape } from "./filter-schema.ts";
import { alertFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const alertSchema = z
  .object({
    id: z.string(),
    rule: z.enum(alertRules),
    /** Slug; absent when it is about the environment as a whole. */
    merchant: z.string().optional(),
    /** Present on the one alert of many merchants: how many they are. */
    merchants: z.int().optional(),
    /**
     * Present when it is also about merchants you may not see: only yours are counted, its severity and time are theirs, its
     * comment is not shown, and only whoever may see all of them changes it.
     */
    partial: z.literal(true).optional(),
    status: z.enum(alertStatuses),
    severity: z.enum(alertSeverities),
    openedAt: instantSchema,
    lastSeenAt: instantSchema,
    /** How often it has happened since it was opened, or how many records it concerns now. */
    count: z.int(),
    /** How many of those could not be stored because the quota was used up. */
    notKept: z.int(),
    /** When the certificate of a `certificate_ending` ends; of many, the first of those you may see. */
    endsAt: instantSchema.optional(),
    /** The machine of a `spool_in_use`. */
    machine: z.string().optional(),
    /** Present on a `profile_contradicted` about notifications that match no transaction of their merchant. */
    unlinked: z.literal(true).optional(),
    /** The dashboard page about it: exactly the records, where there is such a list. */
    href: z.string(),
    /** When its status last changed. */
    changedAt: instantSchema.optional(),
    /** It stays when the alert is open again because it became more severe. */
    acknowledgedAt: instantSchema.optional(),
    acknowledgedBy: z.string().optional(),
    /** Absent for a resolved alert: resolved without a person. */
    resolvedBy: z.string().optional(),
    /**
     * Why it was resolved without a person; absent: its cause ended. `grouped`: it became part of the one alert of many
     * merchants, `split`: that one became alerts of single merchants again, `rule_off`: its rule was turned off.
     */
    resolution: z.enum(alertResolutions).optional(),
    /** Card numbers are masked before it is stored; hidden while the session is shown on a shared screen. */
    comment: z.string().optional(),
    commentedBy: z.string().optional(),
  })
  .register(schemaNames, { id: "Alert" });
export type Alert = z.infer<typeof alertSchema>;

/** Without a status: those that are not resolved. */
export const listAlertsInput = z.object({
  status: z.enum(alertStatuses, rule("status_unknown", { values: alertStatuses.join(", ") })).optional(),
  ...filterShape(alertFilters),
  limit: limitSchema,
  cursor: cursorSchema,
});

const commentMax = 500;

/** An empty text removes the comment. */
export const alertCommentInput = z
  .strictObject({
    text: z
      .string(rule("note_empty"))
      .trim()
      .max(commentMax, rule("note_too_long", { count: commentMax })),
  })
  .register(schemaNames, { id: "AlertComment" });

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
  commentAlert: {
    method: "put",
    path: `${environmentPath}/alerts/{id}/comment`,
    summary: "Write down what is known about it, instead of an earlier comment; audited",
    role: "support",
    body: alertCommentInput,
    example: { text: "x" },
    answers: { 200: { description: "The alert.", schema: alertSchema } },
  },
});
