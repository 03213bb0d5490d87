/** What a list of transactions is narrowed and ordered by, as its address names it. Apart from the schemas: pages need it at once. */
export const transactionFilterNames = [
  "from",
  "to",
  "q",
  "type",
  "sign",
  "currency",
  "account",
  "terminal",
  "amountMin",
  "amountMax",
  "order",
] as const;
