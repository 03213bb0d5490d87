import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, minorSchema, pageSchema } from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { moneyBackFilters } from "./filters.ts";
import { verdictSchema } from "./notification.ts";
import { moneyBackReasons } from "./notification-marks.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const reasonSchema = z.enum(moneyBackReasons);
const transactionSchema = z.object({ id: z.string(), reference: z.string().nullable() });

/** A payment's notification that was not answered OK, and what proves that the customer got the money back. */
const moneyBackSchema = z
  .object({
    id: z.string(),
    merchant: z.string(),
    receivedAt: instantSchema,
    method: z.string(),
    orderId: z.string().nullable(),
    trnref: z.string().nullable(),
    amountMinor: minorSchema.nullable(),
    currency: z.string().nullable(),
    /** `not_checkable`: whether the gateway sent it is not proven. */
    verdict: verdictSchema,
    reason: reasonSchema,
    answered: z.object({ status: z.int(), body: z.string() }),
    /**
     * The verified Rollback, or the reversal in the ledger. Null: the money may have gone back, nothing proves it.
     * `notificationId`: that Rollback; null for `ledger`. `transaction`: the stored transaction that is the reversal; null
     * where none is known.
     */
    proof: z
      .object({
        by: z.enum(["rollback", "ledger"]),
        at: instantSchema,
        notificationId: z.string().nullable(),
        transaction: transactionSchema.nullable(),
      })
      .nullable(),
    /** The stored transaction of the payment; null where none is known. */
    transaction: transactionSchema.nullable(),
  })
  .register(schemaNames, { id: "MoneyBack" });
export type MoneyBack = z.infer<typeof moneyBackSchema>;

const periodShape = { from: z.iso.date(), to: z.iso.date() };

export const moneyBackPageSchema = pageSchema(moneyBackSchema).extend(periodShape).register(schemaNames, { id: "MoneyBackPage" });
export type MoneyBackPage = z.infer<typeof moneyBackPageSchema>;

/** `amountMinor` is the sum of those that state an amount. */
const sumSchema = z.object({ count: z.int(), amountMinor: minorSchema });
/** `proven`: the money went back. `open`: it may have gone back. */
const sumsShape = { currency: z.string().nullable(), proven: sumSchema, open: sumSchema };
const moneySumsSchema = z.object(sumsShape);
export type MoneySums = z.infer<typeof moneySumsSchema>;

export const moneyBackSumsSchema = z
  .object({
    ...periodShape,
    totals: z.array(moneySumsSchema),
    /** `week`: its Monday, in the environment's zone; the newest first. */
    weeks: z.array(z.object({ week: z.iso.date(), reason: reasonSchema, ...sumsShape })),
    /** The merchants with most such notifications; `merchantCount`: of how many. */
    merchants: z.array(z.object({ merchant: z.string(), ...sumsShape })),
    merchantCount: z.int(),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "MoneyBackSums" });
export type MoneyBackSums = z.infer<typeof moneyBackSumsSchema>;

const filterInput = z.object(filterShape(moneyBackFilters));
export const exportMoneyBackInput = inOrder(
  z.strictObject({ format: z.enum(["csv", "xlsx"], "format is csv or xlsx."), ...filterInput.shape }),
).register(schemaNames, { id: "MoneyBackToExport" });

const list = {
  method: "get",
  role: "viewer",
  query: inOrder(z.object({ ...filterInput.shape, limit: limitSchema, cursor: cursorSchema })),
  answers: { 200: { description: "One page, newest first.", schema: moneyBackPageSchema } },
} as const;

const sums = {
  method: "get",
  role: "viewer",
  query: inOrder(filterInput),
  answers: { 200: { description: "The sums of exactly what the list with the same filters has.", schema: moneyBackSumsSchema } },
} as const;

const exported = {
  isList: true,
  method: "post",
  role: "support",
  body: exportMoneyBackInput,
  example: { format: "csv" },
  answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
} as const;

export const moneyBackOperations = defineOperations("Notifications", {
  listAllMoneyBack: {
    ...list,
    path: `${environmentPath}/notifications/money-back`,
    summary: "Payment notifications of all merchants you may see that were not answered OK, and what proves a reversal",
  },
  listMoneyBack: {
    ...list,
    path: `${merchantPath}/notifications/money-back`,
    summary: "Payment notifications of a merchant that were not answered OK, and what proves a reversal",
  },
  sumAllMoneyBack: {
    ...sums,
    path: `${environmentPath}/notifications/money-back/sums`,
    summary: "The same, summed by week, reason and currency, and by merchant",
  },
  sumMoneyBack: {
    ...sums,
    path: `${merchantPath}/notifications/money-back/sums`,
    summary: "The same of a merchant, summed by week, reason and currency",
  },
  exportAllMoneyBack: {
    ...exported,
    path: `${environmentPath}/notifications/money-back/export`,
    summary: "Payment notifications that were not answered OK as CSV or XLSX, all merchants you may see; audited",
  },
  exportMoneyBack: {
    ...exported,
    path: `${merchantPath}/notifications/money-back/export`,
    summary: "Payment notifications of a merchant that were not answered OK as CSV or XLSX; audited",
  },
});
