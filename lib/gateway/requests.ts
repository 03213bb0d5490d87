import type { JsonRecord, TransactionSign } from "./records.ts";

export type TransactionsQuery = {
  accountNumber?: string;
  /** First day, YYYY-MM-DD in the environment's zone. */
  from?: string;
  /** Last day, inclusive. */
  to?: string;
  sign?: TransactionSign;
  types?: readonly string[];
  startAfterId?: string;
  order?: "asc" | "desc";
  /** From 1. */
  page: number;
  pageSize?: number;
};

export type LookupOptions = {
  /** Called after each chunk with the total number of results so far. */
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
};

export type PaymentRequest = {
  amountMinor: number;
  currency: string;
  tipMinor?: number;
  terminalId: string;
  referenceNumber?: string;
  description?: string;
  operatorCode?: string;
  /** Further top-level members; never replaces one of the above. */
  extra?: JsonRecord;
};

export type RequestPreview = {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body: string;
  /** The body before `paymentBody` changes it. */
  builtBody: string;
};

/**
 * A write that is aborted before it is sent is not sent; later, its outcome is unknown. `isLate` is asked once the credentials are
 * there: a timer stands still while the machine sleeps.
 */
export type ChangeOptions = { signal?: AbortSignal | undefined; isLate?: (() => boolean) | undefined };
export type ReversalRequest = { terminalId?: string; description?: string };
export type RefundRequest = {
  amountMinor: number;
  currency: string;
  terminalId: string;
  description?: string;
  referenceNumber?: string;
};
