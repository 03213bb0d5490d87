import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { TransactionList } from "#components/transactions/transaction-list.tsx";
import { transactionSearchParsers } from "#components/transactions/transaction-search.ts";
import { transactionFilter, transactionPageQuery, transactionsInput, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { prefetchOf, prefetchOnePageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listTransactions } from "#lib/services/transactions/list-transactions.ts";
import { totalTransactions } from "#lib/services/transactions/sum-transactions.ts";
import { findMerchantsOf } from "../find-merchants.ts";
import { openView } from "../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("transactions");

const loadSearch = createLoader(transactionSearchParsers);

export default async function TransactionsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const scope = { environment, merchant: null };
  const views = await openView(ctx, { list: "transactions", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchOnePageOf(transactionPageQuery(scope, search, null), ({ gatewayMs }) =>
    listTransactions(ctx, { environment, input: transactionsInput(search), budgetMs: gatewayMs }),
  );
  const totals = prefetchOf(transactionTotalsQuery(scope, search), () =>
    totalTransactions(ctx, { environment, input: transactionFilter(search) }),
  );
  return (
    <Prefetched queries={[rows, totals, ...views]} findMerchants={findMerchantsOf(ctx, environment)}>
      <TransactionList title={t("titles.transactions")} context={t("common.allMerchants")} scope={scope} />
    </Prefetched>
  );
}
