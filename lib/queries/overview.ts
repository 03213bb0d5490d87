import { queryOptions } from "@tanstack/react-query";
import type { RankOrder } from "#lib/contract/overview.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";
import { transactionsInput, transactionsQuery } from "./transactions.ts";

const overviewOperations = async () => (await import("#lib/contract/overview.ts")).overviewOperations;

/** Without days the last 30; without a group all merchants. */
export type OverviewSearch = Record<"from" | "to" | "group", string | null>;

export function overviewInput({ from, to, group }: OverviewSearch): Record<string, string> {
  return definedInput(from === null || to === null ? { group } : { from, to, group });
}

export function overviewQuery(scope: Scope, search: OverviewSearch) {
  const input = overviewInput(search);
  return queryOptions({
    queryKey: [...scopeKey(scope), "overview", input],
    queryFn: ({ signal }) =>
      callOperation(overviewOperations, scope.merchant === null ? "getOverviewOfAll" : "getOverview", {
        params: scope,
        query: input,
        signal,
      }),
  });
}

/** How many merchants are compared: the overview of each is read. */
export const comparedMax = 5;

const rankedRows = 5;

/** The first merchants by sales or change, in one currency. */
export function rankedMerchantsQuery(
  environment: string,
  { currency, order, ...search }: OverviewSearch & { currency: string; order: RankOrder },
) {
  const input = { ...overviewInput(search), currency, order, limit: rankedRows };
  return queryOptions({
    queryKey: [environment, "*", "overview", "merchants", input],
    queryFn: ({ signal }) =>
      callOperation(overviewOperations, "rankMerchants", { params: { environment }, query: input, signal }),
  });
}

const latestRows = 5;

type Group = Pick<OverviewSearch, "group">;
const latestSales = ({ group }: Group) => ({ ...moneyKindFilter("sales"), group });

export function latestSalesInput(search: Group) {
  return transactionsInput(latestSales(search), latestRows);
}

export function latestSalesQuery(scope: Scope, search: Group) {
  return transactionsQuery(scope, latestSales(search), latestRows);
}
