import { exportTransactionsInput } from "../../export.ts";
import { findInput, findResultSchema } from "../../find.ts";
import { lookupInput, lookupResultSchema } from "../../lookup.ts";
import {
  listTransactionsInput,
  transactionConditionsSchema,
  transactionDaysSchema,
  transactionDetailSchema,
  transactionPageSchema,
  transactionTotalsSchema,
} from "../../transaction.ts";
import { environmentPath, gatewayErrors, merchantPath, type Operation } from "../operation.ts";

const list = {
  method: "get",
  tag: "Transactions",
  role: "viewer",
  query: listTransactionsInput,
  answers: { 200: { description: "One page and where it came from.", schema: transactionPageSchema } },
} as const;

const sums = { method: "get", tag: "Transactions", role: "viewer", query: transactionConditionsSchema, errors: [] } as const;
const totals = {
  ...sums,
  answers: { 200: { description: "Of what is mirrored, by currency.", schema: transactionTotalsSchema } },
} as const;
const days = {
  ...sums,
  answers: { 200: { description: "Of what is mirrored, by day and currency.", schema: transactionDaysSchema } },
} as const;

const exported = {
  method: "post",
  tag: "Transactions",
  role: "support",
  body: exportTransactionsInput,
  answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
  errors: [],
} as const;

const lookup = {
  method: "post",
  tag: "Transactions",
  role: "viewer",
  body: lookupInput,
  answers: { 200: { description: "One row for each reference, in the order given.", schema: lookupResultSchema } },
  errors: gatewayErrors,
} as const;

const detail = {
  method: "get",
  tag: "Transactions",
  role: "viewer",
  answers: { 200: { description: "Every field received.", schema: transactionDetailSchema } },
  errors: [...gatewayErrors, "gateway_not_found"],
} as const;

export const transactionOperations: readonly Operation[] = [
  {
    ...list,
    id: "listAllTransactions",
    path: `${environmentPath}/transactions`,
    summary: "Transactions of all merchants you may see",
    errors: ["not_connected"],
  },
  {
    ...list,
    id: "listTransactions",
    path: `${merchantPath}/transactions`,
    summary: "Transactions of a merchant",
    errors: gatewayErrors,
  },
  {
    ...totals,
    id: "totalAllTransactions",
    path: `${environmentPath}/transactions/totals`,
    summary: "Count and sums over a filter, all merchants you may see",
  },
  {
    ...totals,
    id: "totalTransactions",
    path: `${merchantPath}/transactions/totals`,
    summary: "Count and sums over a filter",
  },
  {
    ...days,
    id: "listAllTransactionDays",
    path: `${environmentPath}/transactions/days`,
    summary: "Volume of each day of a filter, all merchants you may see",
  },
  {
    ...days,
    id: "listTransactionDays",
    path: `${merchantPath}/transactions/days`,
    summary: "Volume of each day of a filter",
  },
  {
    ...detail,
    id: "getTransaction",
    path: `${merchantPath}/transactions/{reference}`,
    summary: "One transaction by its reference",
  },
  {
    ...detail,
    id: "getTransactionById",
    path: `${merchantPath}/transactions/id/{id}`,
    summary: "One transaction by its id, for rows without a reference",
  },
  {
    ...lookup,
    id: "lookUpReferences",
    path: `${merchantPath}/lookups`,
    summary: "Look up to 1,000 references up at a merchant's gateway",
  },
  {
    ...lookup,
    id: "lookUpReferencesEverywhere",
    path: `${environmentPath}/lookups`,
    summary: "Look references up at all merchants you may see",
  },
  {
    id: "find",
    method: "get",
    path: `${environmentPath}/find`,
    tag: "Transactions",
    summary: "Find any identifier, whole or by its beginning, over all merchants you may see",
    role: "viewer",
    query: findInput,
    answers: {
      200: { description: "What fits, exact hits first, and which merchants were not searched.", schema: findResultSchema },
    },
    errors: [],
  },
  {
    id: "findInSteps",
    method: "get",
    path: `${environmentPath}/find/steps`,
    tag: "Transactions",
    summary: "The same as it goes: what is here at once, then one merchant's gateway after the other",
    role: "viewer",
    query: findInput,
    answers: {
      200: {
        description: "A line of JSON for each step: here, asking, asked, end. Without the last the search broke off.",
        contentType: "application/x-ndjson",
      },
    },
    errors: [],
  },
  {
    ...exported,
    id: "exportAllTransactions",
    path: `${environmentPath}/transactions/export`,
    summary: "Rows of a filter or a selection as CSV or XLSX, all merchants you may see; audited",
  },
  {
    ...exported,
    id: "exportTransactions",
    path: `${merchantPath}/transactions/export`,
    summary: "Rows of a filter or a selection as CSV or XLSX; audited",
  },
];
