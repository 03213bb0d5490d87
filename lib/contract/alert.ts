import { z } from "zod";
import { instantSchema } from "./common.ts";

/** What may need a person. Only `genuine_refused` is raised so far. */
export const alertRules = [
  "genuine_refused",
  "not_checkable",
  "spool_in_use",
  "forward_failing",
  "merchant_stopped",
  "payment_unknown",
  "ledger_late",
  "certificate_ending",
  "profile_contradicted",
  "silence",
] as const;
export type AlertRule = (typeof alertRules)[number];

export const alertStatuses = ["open", "acknowledged", "resolved"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export const alertSchema = z.object({
  id: z.string(),
  rule: z.enum(alertRules),
  /** Slug; absent when it is about the environment as a whole. */
  merchant: z.string().optional(),
  status: z.enum(alertStatuses),
  openedAt: instantSchema,
  lastSeenAt: instantSchema,
  /** How often it has happened since it was opened. */
  count: z.int(),
  /** How many of those could not be kept because their store was full. */
  notKept: z.int(),
  /** Where in the dashboard to look. */
  href: z.string(),
});
export type Alert = z.infer<typeof alertSchema>;

/** Without a status: those that are not resolved. */
export const listAlertsInput = z.object({
  status: z.enum(alertStatuses, { error: `status is one of ${alertStatuses.join(", ")}.` }).optional(),
});

/** Last seen first, at most 500. */
export const alertsSchema = z.object({ items: z.array(alertSchema) });
export type Alerts = z.infer<typeof alertsSchema>;
