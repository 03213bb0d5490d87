import type { NewTransaction } from "../transactions/save-transactions.ts";

/** Optional members of a transaction row. */
export const bareTransaction = {
  reference: null,
  type: null,
  accountNumber: null,
  terminalId: null,
  referenceNumber: null,
  pan: null,
  description: null,
} as const satisfies Partial<NewTransaction>;
