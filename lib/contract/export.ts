import { z } from "zod";
import { zoneSchema } from "./common.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";
import { listTransactionsInput } from "./transaction.ts";
import { transactionSelectionSchema } from "./transaction-selection.ts";

/** Columns of the transactions list, and their names in a file. */
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
  tags: "Tags",
} as const;
export type ExportColumn = keyof typeof exportColumns;
const columnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]];

/** Exactly these rows, in this order, with these columns from left to right. */
export const exportTransactionsInput = z
  .strictObject({
    format: z.enum(["csv", "xlsx"], "format is csv or xlsx."),
    columns: z
      .array(z.enum(columnNames, rule("column_unknown", { names: columnNames.join(", ") })))
      .min(1, rule("columns_not_chosen"))
      .max(columnNames.length, rule("column_repeated"))
      .default(columnNames),
    order: listTransactionsInput.shape.order,
    selection: transactionSelectionSchema,
    /** The zone of times in the file; by default the environment's. */
    zone: zoneSchema.optional(),
  })
  .register(schemaNames, { id: "TransactionExport" });
export type ExportTransactionsInput = z.input<typeof exportTransactionsInput>;

const exported = {
  isList: true,
  method: "post",
  role: "support",
  body: exportTransactionsInput,
  example: { format: "csv", selection: { kind: "matching", filter: {} } },
  answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
} as const;

export const exportOperations = defineOperations("Transactions", {
  exportAllTransactions: {
    ...exported,
    path: `${environmentPath}/transactions/export`,
    summary: "Rows of a filter or a selection as CSV or XLSX, all merchants you may see; audited",
  },
  exportTransactions: {
    ...exported,
    path: `${merchantPath}/transactions/export`,
    summary: "Rows of a filter or a selection as CSV or XLSX; audited",
  },
});
