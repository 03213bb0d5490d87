import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { TransactionList } from "#components/transactions/transaction-list.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Transactions" };

export default async function MerchantTransactionsPage({
  params,
}: {
  params: Promise<{ environment: string; merchant: string }>;
}) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="Transactions" context={merchant.name} />
      <TransactionList scope={{ environment, merchant: merchant.slug }} scopeName={merchant.name} />
    </>
  );
}
