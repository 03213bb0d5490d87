import { z } from "zod";
import { zoneSchema } from "./common.ts";
import { listTransactionsInput } from "./transaction.ts";
import { transactionSelectionSchema } from "./transaction-selection.ts";

/** Columns of the transactions list, and the names they have in a file. */
export const exportColumns = {
  occurredAt: "Time",
  merchant: "Merchant",
  type: "Type",
  sign: "Direction",
  amount: "Amount",
  currency: "Currency",
  reference: "Payment reference",
  referenceNumber: "Reference number",
  accountNumber: "Account",
  terminalId: "Terminal",
  pan: "Card",
  description: "Description",
  notified: "Notified",
} as const;
export type ExportColumn = keyof typeof exportColumns;
const columnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]];

/** Exactly these rows, in this order, with these columns from left to right. */
export const exportTransactionsInput = z.strictObject({
  format: z.enum(["csv", "xlsx"], "format is csv or xlsx."),
  columns: z
    .array(z.enum(columnNames, `A column is one of ${columnNames.join(", ")}.`))
    .min(1, "Choose a column first.")
    .max(columnNames.length, "Each column stands once.")
    .default(columnNames),
  order: listTransactionsInput.shape.order,
  selection: transactionSelectionSchema,
  /** Times are written as of this zone; without it the environment's. */
  zone: zoneSchema.optional(),
});
export type ExportTransactionsInput = z.input<typeof exportTransactionsInput>;
