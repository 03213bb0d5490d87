/** Columns of the transactions list, in the order they stand in without anybody's doing. */
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
] as const;
export type TransactionColumn = (typeof transactionColumns)[number];
