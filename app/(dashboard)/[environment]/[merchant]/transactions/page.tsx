import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { TransactionList } from "#components/transactions/transaction-list.tsx";
import { transactionSearchParsers } from "#components/transactions/transaction-search.ts";
import { transactionFilter, transactionPageQuery, transactionsInput, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { prefetchOf, prefetchOnePageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listMerchantTransactions } from "#lib/services/transactions/list-transactions.ts";
import { totalTransactions } from "#lib/services/transactions/sum-transactions.ts";
import { openView } from "../../open-view.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("transactions")) };
}

const loadSearch = createLoader(transactionSearchParsers);

export default async function MerchantTransactionsPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const views = await openView(ctx, { list: "transactions", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchOnePageOf(transactionPageQuery(scope, search, null), ({ gatewayMs }) =>
    listMerchantTransactions(ctx, { ...scope, input: transactionsInput(search), budgetMs: gatewayMs }),
  );
  const totals = prefetchOf(transactionTotalsQuery(scope, search), () =>
    totalTransactions(ctx, { ...scope, input: transactionFilter(search) }),
  );
  return (
    <Prefetched queries={[rows, totals, ...views]}>
      <TransactionList title={t("transactions")} context={merchant.name} scope={scope} />
    </Prefetched>
  );
}
