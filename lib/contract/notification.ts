import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, minorSchema, pageSchema, rangeShape } from "./common.ts";

export const verdicts = ["valid", "invalid", "not_checkable"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

export const notificationSchema = z.object({
  id: z.string(),
  receivedAt: instantSchema,
  merchant: z.string(),
  method: z.string().nullable(),
  orderId: z.string().nullable(),
  trnref: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  currency: z.string().nullable(),
  verdict: verdictSchema,
  reasons: z.array(z.string()),
  answered: z.object({ status: z.int(), body: z.string(), ms: z.number() }),
  /** How often the same delivery arrived. */
  seen: z.int(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationFieldSchema = z.object({
  name: z.string(),
  value: z.string(),
  label: z.string(),
  known: z.boolean(),
  /** The code spelled out, where the value is one: "VISA" for CardBrand 2. */
  meaning: z.string().nullable(),
  masked: z.boolean(),
});

export const notificationDetailSchema = notificationSchema.extend({
  endpointId: z.string(),
  fields: z.array(notificationFieldSchema),
  /** How the verdict came about: what was signed in which order, and which key fitted. */
  working: z.object({
    receivedOrder: z.array(z.string()),
    signedText: z.string().nullable(),
    verifiedBy: z.object({ id: z.string(), label: z.string(), fingerprint: z.string() }).nullable(),
    firstDifference: z.string().nullable(),
    bodyBytes: z.int(),
    sha256: z.string(),
  }),
  /** What the payment attempt has come to by all deliveries of its order. */
  state: z.enum(["paid", "reversed", "contested", "unconfirmed"]).nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  peer: z.string().nullable(),
  /** Other deliveries of the same order. */
  deliveries: z.array(
    z.object({ id: z.string(), receivedAt: instantSchema, method: z.string().nullable(), verdict: verdictSchema, seen: z.int() }),
  ),
  transaction: z.object({ reference: z.string(), matchedBy: z.string() }).nullable(),
});
export type NotificationDetail = z.infer<typeof notificationDetailSchema>;

export const listNotificationsInput = z.object({
  ...rangeShape,
  verdict: verdictSchema.optional(),
  method: z.string().max(48).optional(),
  q: z.string().trim().max(255).optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});

export const notificationPageSchema = pageSchema(notificationSchema);
export type NotificationPage = z.infer<typeof notificationPageSchema>;
