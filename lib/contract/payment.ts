import { z } from "zod";
import { isTerminalId } from "#lib/core/identifiers.ts";
import { amountMinorMax } from "#lib/core/parse-amount-input.ts";
import { asIssue } from "#lib/core/text.ts";
import { recordCallSchema } from "./call.ts";
import {
  currencySchema,
  cursorSchema,
  instantSchema,
  jsonSchema,
  labelledValueSchema,
  limitSchema,
  minorSchema,
  pageSchema,
  problemSchema,
  reasonSchema,
} from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { paymentFilters } from "./filters.ts";
import { relatedNotificationSchema, timelineEntrySchema } from "./notification.ts";
import { ownWireKeys } from "./own-wire-keys.ts";
import { paymentBodySchema } from "./payment-body.ts";
import { paymentStatuses } from "./payment-marks.ts";
import { givenBackSchema, openRefundSchema, openReversalSchema } from "./returned.ts";
import { schemaNames } from "./schema-names.ts";
import { contractText, rule } from "./texts.ts";

export const paymentStatusSchema = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

const amountMinorInput = z
  .int(rule("amount_minor_form"))
  .min(1, rule("amount_zero"))
  .max(amountMinorMax, rule("amount_too_large"));

export const createPaymentInput = z
  .strictObject({
    amountMinor: amountMinorInput,
    currency: currencySchema,
    terminalId: z
      .string(rule("terminal_missing"))
      .trim()
      .min(1, rule("terminal_missing"))
      .refine((text) => text === "" || isTerminalId(text), rule("terminal_id_form")),
    referenceNumber: z.string().trim().min(1, rule("reference_empty")).max(50, rule("payment_reference_too_long")).optional(),
    description: z.string().trim().max(100, rule("description_too_long")).optional(),
    tipMinor: z.int(rule("minor_units_form")).min(0, rule("tip_negative")).max(amountMinorMax, rule("tip_too_large")).optional(),
    operatorCode: z.string().trim().max(4, rule("operator_code_too_long")).optional(),
    extra: z
      .record(z.string().min(1).max(64), jsonSchema)
      .refine((extra) => JSON.stringify(extra).length <= 8192, rule("extra_fields_too_long"))
      .superRefine((extra, context) => {
        const taken = ownWireKeys.filter((key) => key in extra);
        if (taken.length === 0) return;
        const reason = taken.length > 1 ? "extra_fields_reserved" : "extra_field_reserved";
        context.addIssue(asIssue(contractText(reason, { keys: taken.join(", ") })));
      })
      .optional(),
  })
  .register(schemaNames, { id: "NewPayment" });
export type CreatePaymentInput = z.infer<typeof createPaymentInput>;

/** The request that a payment would send, to the letter; credentials are never part of it. */
export const paymentPreviewSchema = z
  .object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    body: z.string(),
    /** The same before the environment's changed members. */
    builtBody: z.string(),
    /** Who changed members for this environment, and when; null without changes. */
    changed: paymentBodySchema.shape.changed,
  })
  .register(schemaNames, { id: "PaymentPreview" });
export type PaymentPreview = z.infer<typeof paymentPreviewSchema>;

export const reversePaymentInput = z
  .strictObject({
    reason: z.string().trim().max(100, rule("refund_reason_too_long")).optional(),
  })
  .register(schemaNames, { id: "Reversal" });

const reasonInput = z
  .string(rule("refund_reason_missing"))
  .trim()
  .min(1, rule("refund_reason_missing"))
  .max(100, rule("refund_reason_too_long"));

/** The reason for confirming that a refund or reversal without a response was not processed. */
export const markNotProcessedInput = z.strictObject({ reason: reasonInput }).register(schemaNames, { id: "NotProcessed" });

export const refundPaymentInput = z
  .strictObject({
    amountMinor: amountMinorInput,
    reason: reasonInput,
  })
  .register(schemaNames, { id: "Refund" });

export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, rule("idempotency_key_form"));

export const paymentSchema = z
  .object({
    paymentId: z.string(),
    merchant: z.string(),
    kind: z.enum(["payment", "refund"]),
    originalId: z.string().nullable(),
    status: paymentStatusSchema,
    amountMinor: minorSchema,
    tipMinor: minorSchema,
    currency: z.string(),
    terminalId: z.string(),
    /** Sent to the gateway, unique for its terminal. */
    referenceNumber: z.string(),
    /** The typed text, if it differs from what was sent. */
    ownReference: z.string().nullable(),
    description: z.string().nullable(),
    gatewayPaymentId: z.string().nullable(),
    /**
     * What the customer was charged: as its sale in the ledger has it, or the amount of a payment without a tip. Null while the
     * ledger is not known to have it: gateways differ in whether they add the tip.
     */
    chargedMinor: minorSchema.nullable(),
    /** The amount that can still be refunded; the tip is no part of it. */
    refundableMinor: minorSchema,
    /** The sum of the refunds that the gateway confirmed. */
    refundedMinor: minorSchema,
    openRefund: openRefundSchema.nullable(),
    /** In lists and on its own page: as of its transaction, where that is stored; missing where nothing was given back. */
    givenBack: givenBackSchema.optional(),
    openReversal: openReversalSchema.nullable(),
    /**
     * In lists and on its own page. Of what was read in after a restore and may be a refund that another client sent: `refund` where
     * the ledger shows it as one, `unclear` while it does not decide. Nothing of it can be refunded or reversed from here.
     */
    foundAs: z.enum(["refund", "unclear"]).optional(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    createdBy: z.string().nullable(),
    problem: problemSchema.extend({ rows: z.array(labelledValueSchema) }).nullable(),
    /** In lists. */
    tags: z.array(z.string()).optional(),
  })
  .register(schemaNames, { id: "Payment" });
export type Payment = z.infer<typeof paymentSchema>;

/** What is known of a payment whose call had no clear response, and the checks for it. */
export const paymentOutcomeSchema = z.object({
  verdict: z.enum(["happened", "did_not_happen", "cannot_tell"]),
  /** While the outcome is unknown: the payment must not be repeated before this time. Null for a refund: its absence is never proven. */
  notBefore: instantSchema.nullable(),
  /** Newest first, at most ten. */
  looks: z.array(
    z.object({ at: instantSchema, isComplete: z.boolean(), note: z.string(), noteDetails: reasonSchema.optional() }),
  ),
});
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>;

export const paymentDetailSchema = paymentSchema
  .extend({
    operatorCode: z.string().nullable(),
    /** Additional fields sent with it. */
    extra: z.record(z.string(), jsonSchema).nullable(),
    /** Null when the call had a clear response, and nobody marked it as not processed. */
    outcome: paymentOutcomeSchema.nullable(),
    /** A cancellation or reversal without a response yet: which, and since when. */
    openAct: z.object({ act: z.enum(["cancel", "reversal"]), since: instantSchema }).nullable(),
    timeline: z.array(
      z.object({
        status: paymentStatusSchema,
        source: z.enum(["staff", "gateway", "desk"]),
        note: z.string().nullable(),
        noteDetails: reasonSchema.optional(),
        at: instantSchema,
      }),
    ),
    /** Every field of the gateway's last response, and what only earlier ones had. */
    fields: z.array(labelledValueSchema),
    transaction: z.object({ reference: z.string(), merchant: z.string() }).nullable(),
    notifications: z.array(relatedNotificationSchema),
    refunds: z.array(paymentSchema),
    /** To the gateway about it, for support and admin; oldest first, of the last 7 days. */
    calls: z.array(recordCallSchema),
    /** As of a transaction. */
    history: z.array(timelineEntrySchema),
  })
  .register(schemaNames, { id: "PaymentDetail" });
export type PaymentDetail = z.infer<typeof paymentDetailSchema>;

export const listPaymentsInput = inOrder(z.object({ ...filterShape(paymentFilters), limit: limitSchema, cursor: cursorSchema }));

export const paymentPageSchema = pageSchema(paymentSchema).register(schemaNames, { id: "PaymentPage" });
export type PaymentPage = z.infer<typeof paymentPageSchema>;
