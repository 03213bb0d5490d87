import { z } from "zod";
import { merchantNameMax, sharedReferencesMax } from "#lib/core/identifiers.ts";
import { unverifiedKinds } from "#lib/core/verification.ts";
import { instantSchema, labelledValueSchema, minorSchema, notSearchedSchema, problemSchema } from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { notificationFilters, paymentFilters } from "./filters.ts";
import { defineOperations, environmentPath, gatewayErrors, largestBodyBytes, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";
import { transactionSchema } from "./transaction.ts";
import { transactionSelectionSchema } from "./transaction-selection.ts";

const referencesSchema = z
  .array(
    z.string(rule("reference_not_text")).trim().min(1, rule("reference_empty")).max(255, rule("reference_too_long")),
    rule("references_form"),
  )
  .min(1, rule("references_missing"));

export const lookupInput = z
  .strictObject({
    references: referencesSchema.max(1000, rule("references_too_many")),
  })
  .register(schemaNames, { id: "Lookup" });

export const shareLookupInput = z
  .strictObject({
    references: referencesSchema.max(sharedReferencesMax, rule("shared_references_too_many")),
  })
  .register(schemaNames, { id: "LookupToShare" });

const ofMerchant = { merchant: z.string().max(64).nullable() };

/** The references of selected rows of the transactions list, of one merchant or all. */
export const shareMatchingInput = z
  .strictObject({ ...ofMerchant, selection: transactionSelectionSchema })
  .register(schemaNames, { id: "LookupOfTransactions" });

/** The references of the rows that the filter of such a list has, of one merchant or all. */
export const shareNotificationsInput = z
  .strictObject({ ...ofMerchant, filter: inOrder(z.strictObject(filterShape(notificationFilters))) })
  .register(schemaNames, { id: "LookupOfNotifications" });
export const sharePaymentsInput = z
  .strictObject({ ...ofMerchant, filter: inOrder(z.strictObject(filterShape(paymentFilters))) })
  .register(schemaNames, { id: "LookupOfPayments" });
export type NotificationsFilter = z.input<typeof shareNotificationsInput>["filter"];
export type PaymentsFilter = z.input<typeof sharePaymentsInput>["filter"];

/** `isCut`: more rows match than one list may have references. */
export const matchingLookupSchema = z
  .object({ id: z.string(), references: z.int(), isCut: z.boolean() })
  .register(schemaNames, { id: "LookupListOfTransactions" });

/** References under an address of their own, until they expire. */
export const lookupListSchema = z
  .object({
    id: z.string(),
    references: z.array(z.string()),
    createdBy: z.string(),
    expiresAt: instantSchema,
  })
  .register(schemaNames, { id: "LookupList" });
export type LookupList = z.infer<typeof lookupListSchema>;

export const lookupVerdicts = ["found", "missing", "error"] as const;

export const lookupRowSchema = z
  .object({
    reference: z.string(),
    verdict: z.enum(lookupVerdicts),
    merchant: z.string().optional(),
    transaction: z
      .object({
        general: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
        details: z.array(labelledValueSchema),
        /** The synced ledger row of this reference, if any. */
        row: transactionSchema.nullable(),
      })
      .optional(),
    /** `merchants`: the first of those whose gateways could not be searched for it. */
    error: problemSchema.extend({ merchants: z.array(z.string()).optional() }).optional(),
    /**
     * Of a number that several payments have, such as an order number of two merchants: the first of them; `isCut`: there may be
     * more. Such a row has no `transaction`, a `merchant` only where all are one's, and its `href` is the search for it.
     */
    several: z.object({ payments: z.array(z.object({ merchant: z.string(), href: z.string() })), isCut: z.boolean() }).optional(),
    /** Of a found one: where it opens, and by which identifier it was found: "reference", "orderId", "trnref" … */
    href: z.string().optional(),
    matched: z.string().optional(),
    /** Notifications that name it and are not verified: they are no evidence, and never count as a match. */
    mentions: z.array(z.object({ merchant: z.string(), href: z.string(), verification: z.enum(unverifiedKinds) })).optional(),
  })
  .register(schemaNames, { id: "LookupRow" });
export type LookupRow = z.infer<typeof lookupRowSchema>;

export const lookupResultSchema = z
  .object({
    rows: z.array(lookupRowSchema),
    /** The first merchants that could not be searched, or exceeded the limit. */
    notSearched: z.array(notSearchedSchema),
    notSearchedCount: z.int(),
  })
  .register(schemaNames, { id: "LookupResult" });
export type LookupResult = z.infer<typeof lookupResultSchema>;

/** One row as the screen shows it. */
const shownRowSchema = z.strictObject({
  reference: z.string().max(255),
  verdict: z.enum(lookupVerdicts),
  /** Its name. */
  merchant: z.string().max(merchantNameMax).nullable(),
  what: z.string().max(500),
  amountMinor: minorSchema.nullable(),
  /** The text shown without a known amount in minor units. */
  amountText: z.string().max(100).optional(),
  currency: z.string().max(3),
});
export type ShownLookupRow = z.infer<typeof shownRowSchema>;

/** A result exactly as shown, since a new lookup could differ. */
export const exportLookupInput = z
  .strictObject({
    format: z.enum(["csv", "xlsx"], "format is csv or xlsx."),
    rows: z.array(shownRowSchema).min(1, rule("export_empty")).max(sharedReferencesMax),
  })
  .register(schemaNames, { id: "LookupToExport" });

const shared = { description: "The references and until when they are kept.", schema: lookupListSchema };

const ofList = {
  method: "post",
  role: "viewer",
  isList: true,
  example: { merchant: null, filter: {} },
  answers: { 200: { description: "The list, and whether it has all of them.", schema: matchingLookupSchema } },
} as const;

const lookup = {
  isList: true,
  method: "post",
  role: "viewer",
  body: lookupInput,
  example: { references: ["A"] },
  answers: { 200: { description: "One row for each reference, in the order given.", schema: lookupResultSchema } },
  errors: gatewayErrors,
} as const;

export const lookupOperations = defineOperations("Transactions", {
  shareLookup: {
    method: "post",
    path: `${environmentPath}/lookups/lists`,
    summary: "Keep references for thirty days under an id of their own, so that their lookup can be passed on; audited",
    role: "viewer",
    body: shareLookupInput,
    example: { references: ["A"] },
    bodyBytesMax: largestBodyBytes,
    answers: { 201: shared },
  },
  shareMatchingLookup: {
    method: "post",
    path: `${environmentPath}/lookups/lists/matching`,
    summary: "The same for the references of transactions that match a filter, at most 200,000; audited",
    role: "viewer",
    isList: true,
    body: shareMatchingInput,
    example: { merchant: null, selection: { kind: "matching", filter: {} } },
    answers: { 200: { description: "The list, and whether it has all of them.", schema: matchingLookupSchema } },
  },
  shareNotificationsLookup: {
    ...ofList,
    path: `${environmentPath}/lookups/lists/notifications`,
    summary: "The same for notifications that match a filter: of each its IPC_Trnref, else its order number; audited",
    body: shareNotificationsInput,
  },
  sharePaymentsLookup: {
    ...ofList,
    path: `${environmentPath}/lookups/lists/payments`,
    summary: "The same for the reference numbers of terminal payments that match a filter; audited",
    body: sharePaymentsInput,
  },
  openSharedLookup: {
    method: "get",
    path: `${environmentPath}/lookups/lists/{id}`,
    summary: "The references behind a shared id; no verdicts, which everybody looks up with their own rights",
    role: "viewer",
    answers: { 200: shared },
    errors: ["not_found"],
  },
  exportLookup: {
    method: "post",
    path: `${environmentPath}/lookups/export`,
    summary: "A lookup's rows as they are shown, as CSV or XLSX; audited",
    role: "support",
    body: exportLookupInput,
    example: {
      format: "csv",
      rows: [{ reference: "A", verdict: "missing", merchant: null, what: "", amountMinor: null, amountText: "", currency: "" }],
    },
    bodyBytesMax: largestBodyBytes,
    isList: true,
    answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
  },
  lookUpReferences: {
    ...lookup,
    path: `${merchantPath}/lookups`,
    summary: "Look up to 1,000 references up at a merchant's gateway",
  },
  lookUpReferencesEverywhere: {
    ...lookup,
    path: `${environmentPath}/lookups`,
    summary: "Look references up at all merchants you may see",
  },
});
