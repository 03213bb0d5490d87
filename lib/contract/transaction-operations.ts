import { defineOperations, environmentPath, gatewayErrors, merchantPath } from "./operation.ts";
import {
  listTransactionsInput,
  transactionConditionsSchema,
  transactionDaysSchema,
  transactionDetailSchema,
  transactionOptionsSchema,
  transactionPageSchema,
  transactionTotalsSchema,
} from "./transaction.ts";

const list = {
  method: "get",
  role: "viewer",
  query: listTransactionsInput,
  answers: { 200: { description: "One page and where it came from.", schema: transactionPageSchema } },
} as const;

const sums = { method: "get", role: "viewer", query: transactionConditionsSchema } as const;

const totals = {
  ...sums,
  answers: { 200: { description: "Of what is synced, by currency.", schema: transactionTotalsSchema } },
} as const;

const days = {
  ...sums,
  answers: { 200: { description: "Of what is synced, by day and currency.", schema: transactionDaysSchema } },
} as const;

const options = {
  method: "get",
  role: "viewer",
  answers: { 200: { description: "Values and counts of the synced transactions.", schema: transactionOptionsSchema } },
} as const;

const detail = {
  method: "get",
  role: "viewer",
  answers: { 200: { description: "Every field received.", schema: transactionDetailSchema } },
  errors: [...gatewayErrors, "gateway_not_found"],
} as const;

export const transactionOperations = defineOperations("Transactions", {
  listAllTransactions: {
    ...list,
    path: `${environmentPath}/transactions`,
    summary: "Transactions of all merchants you may see",
    errors: ["not_connected"],
  },
  listTransactions: {
    ...list,
    path: `${merchantPath}/transactions`,
    summary: "Transactions of a merchant",
    errors: gatewayErrors,
  },
  totalAllTransactions: {
    ...totals,
    path: `${environmentPath}/transactions/totals`,
    summary: "Count and sums over a filter, all merchants you may see",
  },
  totalTransactions: {
    ...totals,
    path: `${merchantPath}/transactions/totals`,
    summary: "Count and sums over a filter",
  },
  listAllTransactionDays: {
    ...days,
    path: `${environmentPath}/transactions/days`,
    summary: "Volume of each day of a filter, all merchants you may see",
  },
  listTransactionDays: {
    ...days,
    path: `${merchantPath}/transactions/days`,
    summary: "Volume of each day of a filter",
  },
  listAllTransactionOptions: {
    ...options,
    path: `${environmentPath}/transactions/options`,
    summary: "What the filters of transactions can be set to, all merchants you may see",
  },
  listTransactionOptions: {
    ...options,
    path: `${merchantPath}/transactions/options`,
    summary: "What the filters of transactions can be set to",
  },
  getTransaction: {
    ...detail,
    path: `${merchantPath}/transactions/{reference}`,
    summary: "One transaction by its reference",
  },
  getTransactionById: {
    ...detail,
    path: `${merchantPath}/transactions/id/{id}`,
    summary: "One transaction by its id, for rows without a reference",
  },
});
