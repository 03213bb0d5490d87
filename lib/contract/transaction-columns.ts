/** Columns of the transactions list, in their default order. */
export const transactionColumns = [
  "occurredAt",
  "reference",
  "merchant",
  "type",
  "amount",
  "referenceNumber",
  "terminalId",
  "pan",
  "notified",
  "sign",
  "accountNumber",
  "description",
  "tags",
] as const;
export type TransactionColumn = (typeof transactionColumns)[number];
