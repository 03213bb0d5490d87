import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, transactionListFilters } from "#lib/contract/filters.ts";
import type { TransactionDetail, TransactionPage } from "#lib/contract/transaction.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";

const transactionOperations = async () => (await import("#lib/contract/transaction-operations.ts")).transactionOperations;

/** The filters in the page's address; null where not set. */
export type TransactionSearch = FilterSearch<typeof transactionListFilters>;

export const rowsOfPage = 100;

/** The query of the list's page after `cursor`, for the browser and for the server. Fees are folded unless the address shows them. */
export function transactionsInput(search: Partial<TransactionSearch>, limit = rowsOfPage, cursor: string | null = null) {
  return definedInput({ ...search, fees: search.fees === "shown" ? null : "folded", limit, cursor });
}

type ReadState = Pick<TransactionPage, "complete" | "problem"> & Pick<Partial<TransactionPage>, "problems">;

/** Whether more rows will be synced; a gateway with an incomplete list does not send more by itself. */
export function isStillRead({ complete, problem, problems = [] }: ReadState): boolean {
  return !complete && ![...(problem ? [problem] : []), ...problems].some(({ code }) => code === "ledger_incomplete");
}

const soonMs = 3_000;
const backgroundMs = 15_000;

/** The refetch interval of a list that is still read: many merchants are synced in the background. */
export function readAgainMs(scope: Scope): number {
  return scope.merchant === null ? backgroundMs : soonMs;
}

/** The refetch interval while rows are being synced; slower for many merchants, which are synced in the background. */
function refetchMs(page: TransactionPage | undefined): number | false {
  if (page?.sync) return page.upToDate && !page.lacksHistory && !isStillRead(page) ? false : backgroundMs;
  return page && isStillRead(page) ? soonMs : false;
}

/** One page of a ledger after `cursor`; pages are chained by their `nextCursor`. */
export function transactionPageQuery(scope: Scope, search: Partial<TransactionSearch>, cursor: string | null) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "transactions", "page", search, cursor],
    queryFn: ({ signal }) =>
      callOperation(transactionOperations, scope.merchant === null ? "listAllTransactions" : "listTransactions", {
        params: scope,
        query: transactionsInput(search, rowsOfPage, cursor),
        signal,
      }),
    // A long first sync continues after the response, so refetch until it is complete.
    refetchInterval: ({ state }) => refetchMs(state.data),
    // Events invalidate changed pages, so scrolling back does not refetch.
    ...(cursor === null ? {} : { staleTime: 300_000 }),
  });
}

/** Pages of a ledger, newest first unless `order` says otherwise. */
export function transactionsQuery(scope: Scope, search: Partial<TransactionSearch>, limit = rowsOfPage) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "transactions", search, limit],
    queryFn: ({ pageParam, signal }) =>
      callOperation(transactionOperations, scope.merchant === null ? "listAllTransactions" : "listTransactions", {
        params: scope,
        query: transactionsInput(search, limit, pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // A long first sync continues after the response, so refetch until it is complete.
    refetchInterval: ({ state }) => refetchMs(state.data?.pages.at(-1)),
  });
}

/** The filter without what only arranges rows, for totals, days and "all that match". */
export function transactionFilter({ order: _, fees: __, ...filter }: Partial<TransactionSearch>): Record<string, string> {
  return definedInput(filter);
}

/** Count and sums over the whole filter, from the synced rows. */
export function transactionTotalsQuery(scope: Scope, search: Partial<TransactionSearch>) {
  const filter = transactionFilter(search);
  return queryOptions({
    queryKey: [...scopeKey(scope), "transactions", "totals", filter],
    queryFn: ({ signal }) =>
      callOperation(transactionOperations, scope.merchant === null ? "totalAllTransactions" : "totalTransactions", {
        params: scope,
        query: filter,
        signal,
      }),
  });
}

/** Volume of each day of the filter, from the synced rows. */
export function transactionDaysQuery(scope: Scope, search: Partial<TransactionSearch>) {
  const filter = transactionFilter(search);
  return queryOptions({
    queryKey: [...scopeKey(scope), "transactions", "days", filter],
    queryFn: ({ signal }) =>
      callOperation(transactionOperations, scope.merchant === null ? "listAllTransactionDays" : "listTransactionDays", {
        params: scope,
        query: filter,
        signal,
      }),
  });
}

/** What filters can be set to; loaded when one is opened. */
export function transactionOptionsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "transaction-options"],
    queryFn: ({ signal }) =>
      callOperation(transactionOperations, scope.merchant === null ? "listAllTransactionOptions" : "listTransactionOptions", {
        params: scope,
        signal,
      }),
    staleTime: 300_000,
  });
}

/** One transaction by its payment reference, or by the gateway's row id where a row has no reference. */
export function transactionQuery(scope: Scope, key: { reference: string } | { id: string }) {
  const path = "id" in key ? `id/${encodeURIComponent(key.id)}` : encodeURIComponent(key.reference);
  return queryOptions({
    queryKey: [...scopeKey(scope), "transaction", path],
    queryFn: ({ signal }) =>
      "id" in key
        ? callOperation(transactionOperations, "getTransactionById", { params: { ...scope, ...key }, signal })
        : callOperation(transactionOperations, "getTransaction", { params: { ...scope, ...key }, signal }),
    refetchInterval: ({ state }) => (mayRowCome(state) ? soonMs : false),
  });
}

const readsForRow = 20;

type Reads = { data: TransactionDetail | undefined; dataUpdateCount: number; errorUpdateCount: number };

/**
 * A new payment: its ledger row follows with the next sync. A removed row never does, and each read calls the gateway; what comes
 * later is told by an event.
 */
function mayRowCome({ data, dataUpdateCount, errorUpdateCount }: Reads): boolean {
  return data?.rows.length === 0 && dataUpdateCount + errorUpdateCount < readsForRow;
}
