import { z } from "zod";
import { alertRules, alertStatuses } from "./alert-marks.ts";
import { cursorSchema, instantSchema, limitSchema, pageSchema } from "./common.ts";

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
  limit: limitSchema,
  cursor: cursorSchema,
});

/** Last seen first; `open`: how many are open, whatever is listed. */
export const alertsSchema = pageSchema(alertSchema).extend({ open: z.int() });
export type Alerts = z.infer<typeof alertsSchema>;
