import type { Metadata } from "next";
import { TransactionDetail } from "#components/transactions/transaction-detail.tsx";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getTransactionById } from "#lib/services/transactions/get-transaction-by-id.ts";
import { prefetchNotes } from "../../../prefetch-notes.ts";

type Props = { params: Promise<{ environment: string; merchant: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, ...merchant } = await params;
  return { title: await merchantTitle(merchant, (t) => t("row", { id: decodeURIComponent(id) })) };
}

export default async function TransactionByIdPage({ params }: Props) {
  const { id: idText, ...merchantParams } = await params;
  const { ctx, environment, merchant } = await requireMerchantPage(merchantParams);
  const scope = { environment, merchant: merchant.slug };
  const key = { id: decodeURIComponent(idText) };
  const detail = prefetchOf(transactionQuery(scope, key), () => getTransactionById(ctx, { ...scope, ...key }));
  return (
    <Prefetched queries={[detail, ...prefetchNotes(ctx, scope, key)]}>
      <TransactionDetail scope={scope} merchantName={merchant.name} transactionKey={key} />
    </Prefetched>
  );
}
