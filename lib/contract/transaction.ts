import { z } from "zod";
import { unverifiedKinds } from "#lib/core/verification.ts";
import { recordCallSchema } from "./call.ts";
import {
  cursorSchema,
  instantSchema,
  labelledValueSchema,
  limitSchema,
  minorSchema,
  pageSchema,
  problemSchema,
  timeEstimatedSchema,
} from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { neverNotifiedFilters, transactionFilters, transactionListFilters } from "./filters.ts";
import { attemptStateSchema, relatedNotificationSchema, timelineEntrySchema } from "./notification.ts";
import { givenBackSchema, openRefundSchema, openReversalSchema } from "./returned.ts";
import { schemaNames } from "./schema-names.ts";
import { syncSummarySchema } from "./sync-summary.ts";

/**
 * Whether URL_Notify received a notification of a sale. `mismatch`: with another amount or currency; `awaited`: a sale of the last
 * minutes without one; `not_applicable`: sales at a terminal, fees, refunds, payouts, and what was sold before the merchant had
 * a notification URL here have no notification.
 */
export const notifiedSchema = z.object({
  state: z.enum(["notified", "mismatch", "not_notified", "on_its_way", "awaited", "not_applicable"]),
  /** The state of its payment by all received messages. */
  attempt: attemptStateSchema.nullable(),
  notificationId: z.string().nullable(),
  /** Where its payment is unconfirmed: our HTTP status, which is not 200 when we have not confirmed it. */
  answered: z.object({ status: z.int() }).optional(),
  /** Where its payment is unconfirmed: whether the notification names an amount. */
  namesAmount: z.boolean().optional(),
  /** The notification was answered OK for the shop, whose system has not accepted it. */
  undelivered: z.literal(true).optional(),
});
export type Notified = z.infer<typeof notifiedSchema>;

export const transactionSchema = z
  .object({
    id: z.string(),
    merchant: z.string(),
    reference: z.string().nullable(),
    occurredAt: instantSchema,
    /** As the gateway wrote it, in the environment's zone. */
    occurredAtText: z.string(),
    /** Of `occurredAt`. */
    isTimeEstimated: timeEstimatedSchema,
    type: z.string().nullable(),
    typeName: z.string(),
    sign: z.enum(["credit", "debit"]),
    amountMinor: minorSchema.nullable(),
    amountText: z.string(),
    currency: z.string(),
    accountNumber: z.string().nullable(),
    terminalId: z.string().nullable(),
    referenceNumber: z.string().nullable(),
    pan: z.string().nullable(),
    description: z.string().nullable(),
    /** In lists. */
    tags: z.array(z.string()).optional(),
    /** In lists and on its own page. */
    notified: notifiedSchema.optional(),
    /** In lists and on its own page; missing where nothing was given back. */
    givenBack: givenBackSchema.optional(),
    /** In lists and on its own page: of a sale, refunds sent from here that have no result yet. */
    openRefund: openRefundSchema.optional(),
    /** In lists and on its own page: of a sale. */
    openReversal: openReversalSchema.optional(),
  })
  .register(schemaNames, { id: "Transaction" });
export type Transaction = z.infer<typeof transactionSchema>;

/** The filter of a list, its sums, its days and "all that match"; every combination is allowed. */
export const transactionConditionsSchema = inOrder(z.object(filterShape(transactionFilters)));

/** `cursor` is a page's `nextCursor` or `previousCursor`. */
export const listTransactionsInput = inOrder(
  z.object({ ...filterShape(transactionListFilters), limit: limitSchema, cursor: cursorSchema }),
);

/** Sum and count for each currency over the whole filter, not the page. */
export const totalSchema = z
  .object({ currency: z.string(), count: z.int(), creditMinor: minorSchema, debitMinor: minorSchema })
  .register(schemaNames, { id: "TransactionTotal" });

/** From synced rows; makes no gateway call. `asOf` null: never synced. */
const syncedShape = {
  asOf: instantSchema.nullable(),
  /** False while some of the requested days are still to be read, so that sums may be too low. */
  complete: z.boolean(),
};

/** Over the whole filter. */
export const transactionTotalsSchema = z
  .object({ count: z.int(), totals: z.array(totalSchema), ...syncedShape })
  .register(schemaNames, { id: "TransactionTotals" });
export type Total = z.infer<typeof totalSchema>;

export type TransactionTotals = z.infer<typeof transactionTotalsSchema>;

/** Days of the zone with rows of the filter, oldest first, one entry for each currency. */
export const transactionDaysSchema = z
  .object({
    zone: z.string(),
    days: z.array(totalSchema.extend({ day: z.iso.date() })),
    ...syncedShape,
  })
  .register(schemaNames, { id: "TransactionDays" });
export type TransactionDays = z.infer<typeof transactionDaysSchema>;

/** The source of a merchant's rows: just read from the gateway, or stored because the gateway could not be read. */
export const transactionPageSchema = pageSchema(transactionSchema)
  .extend({
    /** The page before this one; null on the first. */
    previousCursor: z.string().nullable(),
    source: z.enum(["gateway", "mirror"]),
    problem: problemSchema.optional(),
    /** Over all merchants: those whose rows are older than the question, each with its problem; of many the worst few. */
    problems: z.array(problemSchema.extend({ merchant: z.string() })).optional(),
    /**
     * False while a long stretch is still being read; the list grows when asked again. With the problem `ledger_incomplete`
     * it does not: the gateway did not show that it listed every row of these days.
     */
    complete: z.boolean(),
    /** False while shown rows are being refreshed, or could not be. */
    upToDate: z.boolean(),
    zone: z.string(),
    /** The sync state over many merchants, whose gateways are not read by requests. */
    sync: syncSummarySchema.optional(),
    /** Over many merchants: some have days before yesterday among the requested ones that are still to be read. */
    lacksHistory: z.literal(true).optional(),
  })
  .register(schemaNames, { id: "TransactionPage" });
export type TransactionPage = z.infer<typeof transactionPageSchema>;

const optionsSchema = z.array(z.object({ value: z.string(), count: z.int() }));

/** What filters can be set to, the most frequent first, and how many stored transactions have it. */
export const transactionOptionsSchema = z
  .object({
    types: optionsSchema,
    currencies: optionsSchema,
    /** Null: of too many merchants to list. */
    accounts: optionsSchema.nullable(),
    terminals: optionsSchema.nullable(),
    merchants: z.array(z.object({ value: z.string(), name: z.string(), count: z.int() })).nullable(),
  })
  .register(schemaNames, { id: "TransactionOptions" });
export type TransactionOptions = z.infer<typeof transactionOptionsSchema>;

const relatedRefundSchema = z.object({
  paymentId: z.string(),
  status: z.string(),
  amountMinor: minorSchema,
  currency: z.string(),
  createdAt: instantSchema,
  createdBy: z.string().nullable(),
});

export const relatedPaymentSchema = relatedRefundSchema.omit({ createdBy: true }).extend({
  kind: z.enum(["payment", "refund"]),
  terminalId: z.string(),
  /** Beside the amount. */
  tipMinor: minorSchema,
  /** When it got its status. */
  updatedAt: instantSchema,
  /** The amount that can still be refunded. */
  refundableMinor: minorSchema,
  refunds: z.array(relatedRefundSchema),
});
export type RelatedPayment = z.infer<typeof relatedPaymentSchema>;

/** A notification that names the transaction and is not verified: it is no evidence, and the row stays "not notified". */
export const mentionSchema = z.object({ id: z.string(), receivedAt: instantSchema, verification: z.enum(unverifiedKinds) });
export type Mention = z.infer<typeof mentionSchema>;

/**
 * The sale that a refund, reversal or chargeback gives back: of the same reference, or that of the payment whose refund was sent
 * from here. `reference` null: the ledger does not have it yet. `description`: the reason typed with the refund.
 */
const originalSchema = z.object({
  reference: z.string().nullable(),
  paymentId: z.string().nullable(),
  description: z.string().nullable(),
});

export const transactionDetailSchema = z
  .object({
    merchant: z.string(),
    reference: z.string().nullable(),
    rows: z.array(transactionSchema.extend({ fields: z.array(labelledValueSchema) })),
    /** Named by the gateway: isFee, isReversal, canRequestReversal, type. Null when the gateway could not be queried. */
    general: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])).nullable(),
    details: z.array(labelledValueSchema),
    notifications: z.array(relatedNotificationSchema),
    /** Those that are not among `notifications`. */
    mentions: z.array(mentionSchema),
    payments: z.array(relatedPaymentSchema),
    /** Null for every other transaction, and where the sale is among `rows` or not known. */
    original: originalSchema.nullable(),
    /** To the gateway about its payments and their refunds, and failed ones about itself, for support and admin. */
    calls: z.array(recordCallSchema),
    /** Our answers to its notifications, what the shop's system was sent of them, and notes, oldest first. */
    history: z.array(timelineEntrySchema),
    asOf: instantSchema,
    source: z.enum(["gateway", "mirror"]),
    problem: problemSchema.optional(),
  })
  .register(schemaNames, { id: "TransactionDetail" });
export type TransactionDetail = z.infer<typeof transactionDetailSchema>;

export const listNeverNotifiedInput = inOrder(
  z.object({ ...filterShape(neverNotifiedFilters), limit: limitSchema, cursor: cursorSchema }),
);

export const neverNotifiedPageSchema = pageSchema(transactionSchema)
  .extend({
    /** False while the ledger is still being read; the list grows when asked again. */
    complete: z.boolean(),
    problem: problemSchema.optional(),
    /** When the merchant's first URL_Notify was made here: there can be no earlier notification. */
    firstEndpointAt: instantSchema.nullable(),
  })
  .register(schemaNames, { id: "NeverNotifiedPage" });
export type NeverNotifiedPage = z.infer<typeof neverNotifiedPageSchema>;
