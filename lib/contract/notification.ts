import { z } from "zod";
import {
  cursorSchema,
  instantSchema,
  limitSchema,
  minorSchema,
  pageSchema,
  reasonSchema,
  timeEstimatedSchema,
} from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { notificationFilters } from "./filters.ts";
import { reasonMin, verdicts } from "./notification-marks.ts";
import { returnedSchema } from "./returned.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

/** `contested`: a rollback may belong to it; never shown as paid. */
export const attemptStateSchema = z.enum(["paid", "reversed", "contested", "unconfirmed"]);
export type AttemptState = z.infer<typeof attemptStateSchema>;

/**
 * `mismatch`: its record has another amount or currency; `unknown`: the gateway has no such record;
 * `unreachable`: the gateway could not be queried.
 */
export const gatewayStateSchema = z.enum(["waiting", "confirmed", "mismatch", "unknown", "unreachable"]);
export type GatewayState = z.infer<typeof gatewayStateSchema>;

export const notificationSchema = z
  .object({
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
    /** For a correctly signed one that our rules rejected: the field and the rule, in a sentence without values. */
    rejection: z.string().nullable(),
    rejectionDetails: reasonSchema.optional(),
    answered: z.object({ status: z.int(), body: z.string(), ms: z.number() }),
    /** How often the same delivery arrived. */
    seen: z.int(),
    /** The state of the payment attempt by all deliveries of its order; null if it is not about a payment. */
    state: attemptStateSchema.nullable(),
    /** Another message has the same IPC_Trnref and different content. */
    conflict: z.boolean(),
    /** Whether the gateway's own record was found; null where there is none to look for. */
    gateway: gatewayStateSchema.nullable(),
    /**
     * The first verified Rollback of the order after a payment notification that was rejected or could not be verified. Null
     * without one, and where a verified notification answered OK came after it. Of a verified one that was not answered OK: the
     * reversal that the stored ledger has.
     */
    givenBack: z.object({ at: instantSchema, amountMinor: minorSchema.nullable(), currency: z.string().nullable() }).nullable(),
    /** It was answered OK for the shop, whose system has not accepted it. */
    undelivered: z.literal(true).optional(),
    /** Of a verified notification of a payment: what the stored ledger says of its sale since. */
    returned: returnedSchema.optional(),
    /** In lists. */
    tags: z.array(z.string()).optional(),
  })
  .register(schemaNames, { id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

export const notificationFieldSchema = z.object({
  name: z.string(),
  value: z.string(),
  label: z.string(),
  known: z.boolean(),
  /** When an unknown field first occurred in a genuine notification of this environment. */
  firstSeenAt: instantSchema.nullable(),
  /** The meaning of a code: "VISA" for CardBrand 2. */
  meaning: z.string().nullable(),
  masked: z.boolean(),
});

/** Of a transaction or a payment. */
export const relatedNotificationSchema = z.object({
  id: z.string(),
  method: z.string().nullable(),
  receivedAt: instantSchema,
  verdict: verdictSchema,
  /** Whether the gateway's own record was found; null where there is none to look for. */
  gateway: gatewayStateSchema.nullable(),
  /** The state of its payment. */
  state: attemptStateSchema.nullable(),
  trnref: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  currency: z.string().nullable(),
  answered: notificationSchema.shape.answered,
});
export type RelatedNotification = z.infer<typeof relatedNotificationSchema>;

const relatedDeliverySchema = z.object({
  id: z.string(),
  receivedAt: instantSchema,
  method: z.string().nullable(),
  verdict: verdictSchema,
  seen: z.int(),
  /** The same decoded fields under another encoding. */
  isSameEvent: z.boolean(),
});

export const timelineEntrySchema = z.object({
  at: instantSchema,
  isTimeEstimated: timeEstimatedSchema,
  text: z.string(),
  textDetails: reasonSchema,
  /** The amount in `text`, if it is one of the ledger. */
  booked: z.object({ amountMinor: minorSchema, currency: z.string() }).nullable(),
  /** Another notification that this is about. */
  id: z.string().nullable(),
  tone: z.enum(["success", "danger", "warning", "neutral", "active"]),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const moneySchema = z.object({ amountMinor: minorSchema, currency: z.string() });

const recordedPaymentSchema = z.object({
  source: z.enum(["transaction", "rollback"]),
  /** Of its transaction. */
  id: z.string().nullable(),
  reference: z.string().nullable(),
  difference: z
    .discriminatedUnion("field", [
      z.object({ field: z.literal("amount"), said: moneySchema, recorded: moneySchema }),
      z.object({ field: z.literal("order"), said: z.string(), recorded: z.string() }),
    ])
    .nullable(),
});

export const notificationDetailSchema = notificationSchema
  .extend({
    endpointId: z.string(),
    fields: z.array(notificationFieldSchema),
    /** How the notification was verified: the signed values in order, and the matching key. */
    working: z.object({
      receivedOrder: z.array(z.string()),
      signedText: z.string().nullable(),
      verifiedBy: z.object({ id: z.string(), label: z.string(), fingerprint: z.string() }).nullable(),
      firstDifference: z.string().nullable(),
      firstDifferenceDetails: reasonSchema.optional(),
      /** Of the endpoint now. `none`: no usable one; `changing`: one ended, or will end, within 30 days. */
      certificates: z.enum(["none", "changing", "settled"]),
      bodyBytes: z.int(),
      sha256: z.string(),
    }),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    peer: z.string().nullable(),
    /** The received bytes in base64, personal values and card numbers in them replaced. */
    maskedBody: z.string(),
    /** Three separate facts: it was received, it is genuine, and the gateway has a record of it. */
    facts: z.object({
      received: z.object({ at: instantSchema, lastAt: instantSchema, seen: z.int() }),
      signature: z.object({ verdict: verdictSchema, key: z.string().nullable() }),
      gateway: z
        .object({
          state: gatewayStateSchema,
          at: instantSchema.nullable(),
          problem: z.string().nullable(),
          nextAt: instantSchema.nullable(),
        })
        .nullable(),
    }),
    /**
     * Its ledger row and the key that matched it; null if unknown. Without `id` the gateway returned
     * the reference but its row is not synced yet; then it is also unknown whether amount and currency agree.
     */
    transaction: z
      .object({
        id: z.string().nullable(),
        reference: z.string().nullable(),
        matchedBy: z.string(),
        matchedByDetails: reasonSchema,
        agrees: z.boolean().nullable(),
      })
      .nullable(),
    /** Of an unverified payment notification: the gateway's own record of the payment that it names, and what differs first. */
    recorded: recordedPaymentSchema.nullable(),
    /** Its timeline, oldest first. */
    timeline: z.array(timelineEntrySchema),
    /** Other deliveries of the same order. */
    deliveries: z.array(relatedDeliverySchema),
  })
  .register(schemaNames, { id: "NotificationDetail" });
export type NotificationDetail = z.infer<typeof notificationDetailSchema>;

export const listNotificationsInput = inOrder(
  z.object({ ...filterShape(notificationFilters), limit: limitSchema, cursor: cursorSchema }),
);

export const notificationPageSchema = pageSchema(notificationSchema).register(schemaNames, { id: "NotificationPage" });
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** The response of our own URL_Notify to the same bytes; `status` is null without a response. */
export const replaySchema = z
  .object({ url: z.string(), status: z.int().nullable(), body: z.string(), ms: z.number() })
  .register(schemaNames, { id: "NotificationReplay" });
export type Replay = z.infer<typeof replaySchema>;

/** `cursor`: the previous answer's `nextCursor`; it begins anew after a change of keys or rules. */
export const reverifyInput = z.strictObject({ cursor: cursorSchema }).register(schemaNames, { id: "NotificationsReverifyInput" });

/** `hasMore`: there are more than the limit of one call; `nextCursor` leads to them, and is null without more. */
export const reverifiedSchema = z
  .object({ verified: z.int(), nowValid: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() })
  .register(schemaNames, { id: "NotificationsReverified" });
export type Reverified = z.infer<typeof reverifiedSchema>;

export const revealInput = z
  .strictObject({
    reason: z
      .string(rule("reveal_reason_missing"))
      .trim()
      .min(reasonMin, rule("reveal_reason_missing"))
      .max(200, rule("reveal_reason_too_long")),
  })
  .register(schemaNames, { id: "RevealNotification" });

/** The plain values of masked fields, by their index among the fields. */
export const revealedFieldsSchema = z
  .object({
    fields: z.array(z.object({ index: z.int(), name: z.string(), value: z.string() })),
  })
  .register(schemaNames, { id: "RevealedFields" });
export type RevealedFields = z.infer<typeof revealedFieldsSchema>;

export const compareInput = z.object({ with: z.string(rule("compared_notification_missing")).max(64) });

const differenceRowSchema = z.object({
  name: z.string(),
  /** Null where it is missing. */
  left: z.string().nullable(),
  right: z.string().nullable(),
  change: z.enum(["same", "changed", "added", "removed"]),
});

export const notificationDifferenceSchema = z
  .object({
    id: z.string(),
    with: z.string(),
    isSameBody: z.boolean(),
    isSameEvent: z.boolean(),
    /** The common fields are in a different order. */
    isReordered: z.boolean(),
    fields: z.array(differenceRowSchema),
    headers: z.array(differenceRowSchema),
  })
  .register(schemaNames, { id: "NotificationDifference" });
export type NotificationDifference = z.infer<typeof notificationDifferenceSchema>;
