import type { Metadata } from "next";
import { TransactionDetail } from "#components/transactions/transaction-detail.tsx";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getTransaction } from "#lib/services/transactions/get-transaction.ts";
import { prefetchNotes } from "../../prefetch-notes.ts";

type Props = { params: Promise<{ environment: string; merchant: string; reference: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { reference, ...merchant } = await params;
  return { title: await merchantTitle(merchant, () => decodeURIComponent(reference)) };
}

export default async function TransactionPage({ params }: Props) {
  const { reference, ...merchantParams } = await params;
  const { ctx, environment, merchant } = await requireMerchantPage(merchantParams);
  const scope = { environment, merchant: merchant.slug };
  const key = { reference: decodeURIComponent(reference) };
  const detail = prefetchOf(transactionQuery(scope, key), () => getTransaction(ctx, { ...scope, ...key }));
  return (
    <Prefetched queries={[detail, ...prefetchNotes(ctx, scope, key)]}>
      <TransactionDetail scope={scope} merchantName={merchant.name} transactionKey={key} />
    </Prefetched>
  );
}
