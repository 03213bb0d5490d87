import { z } from "zod";
import { cardBrands } from "#lib/core/payment-method.ts";
import { cursorSchema, instantSchema, limitSchema, minorSchema, pageSchema, timeEstimatedSchema } from "./common.ts";
import { feeKinds } from "./fee-marks.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { feeFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const brandSchema = z.enum(cardBrands);
const kindSchema = z.enum(feeKinds);

/** A sale with its fee, both of one payment reference and currency; or a fee alone. Fees are positive, returned ones negative. */
const feeRecordSchema = z
  .object({
    kind: kindSchema,
    merchant: z.string(),
    /** Of the sale; of the fee where there is no sale. */
    id: z.string(),
    reference: z.string().nullable(),
    occurredAt: instantSchema,
    /** Of `occurredAt`. */
    isTimeEstimated: timeEstimatedSchema,
    day: z.iso.date(),
    brand: brandSchema,
    currency: z.string(),
    saleMinor: minorSchema.nullable(),
    feeMinor: minorSchema.nullable(),
  })
  .register(schemaNames, { id: "FeeRecord" });
export type FeeRecord = z.infer<typeof feeRecordSchema>;

const periodShape = {
  from: z.iso.date(),
  to: z.iso.date(),
  /** False while days on which sales or their fees may be booked are still to be read: some may seem to lack the other. */
  complete: z.boolean(),
};
export const feePageSchema = pageSchema(feeRecordSchema).extend(periodShape).register(schemaNames, { id: "FeePage" });
export type FeePage = z.infer<typeof feePageSchema>;

const countSchema = z.object({ count: z.int(), amountMinor: minorSchema });

/** The effective rate is exactly `feeMinor / ratedMinor`: of the sales that have a fee. */
const feeSumShape = {
  currency: z.string(),
  rated: z.int(),
  ratedMinor: minorSchema,
  feeMinor: minorSchema,
  /** Sales without a fee, and how much they are of. */
  withoutFee: countSchema,
  otherCurrency: z.int(),
  outliers: z.int(),
};

export const feeSumsSchema = z
  .object({
    ...periodShape,
    totals: z.array(z.object({ ...feeSumShape, feesAlone: countSchema })),
    /** Those with most sales; `merchantCount`: of how many. */
    merchants: z.array(z.object({ merchant: z.string(), ...feeSumShape })),
    merchantCount: z.int(),
    brands: z.array(z.object({ brand: brandSchema, ...feeSumShape })),
    days: z.array(z.object({ day: z.iso.date(), ...feeSumShape })),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "FeeSums" });
export type FeeSums = z.infer<typeof feeSumsSchema>;
export type FeeSum = Omit<FeeSums["totals"][number], "feesAlone">;

const filterInput = z.object(filterShape(feeFilters));
export const exportFeesInput = inOrder(
  z.strictObject({ format: z.enum(["csv", "xlsx"], "format is csv or xlsx."), ...filterInput.shape }),
).register(schemaNames, { id: "FeesToExport" });

export const feeOperations = defineOperations("Transactions", {
  listFees: {
    method: "get",
    path: `${environmentPath}/fees`,
    summary: "Stored sales with their fees, of all merchants you may see or of one; newest first",
    role: "viewer",
    query: inOrder(z.object({ ...filterInput.shape, limit: limitSchema, cursor: cursorSchema })),
    answers: { 200: { description: "One page, newest first.", schema: feePageSchema } },
  },
  sumFees: {
    method: "get",
    path: `${environmentPath}/fees/sums`,
    summary: "The effective fee rate by currency, merchant, card brand and day, and what is out of order",
    role: "viewer",
    query: inOrder(filterInput.omit({ kind: true })),
    answers: { 200: { description: "Sums in minor units; a rate is the exact fraction of two of them.", schema: feeSumsSchema } },
  },
  exportFees: {
    isList: true,
    method: "post",
    path: `${environmentPath}/fees/export`,
    summary: "Stored sales with their fees as CSV or XLSX; audited",
    role: "support",
    body: exportFeesInput,
    example: { format: "csv" },
    answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
  },
});
