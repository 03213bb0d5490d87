import type { Metadata } from "next";
import { TransactionDetail } from "#components/transactions/transaction-detail.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

type Props = { params: Promise<{ environment: string; merchant: string; id: string }> };

export const metadata: Metadata = { title: "Transaction" };

export default async function TransactionByIdPage({ params }: Props) {
  const { id, ...scope } = await params;
  const { environment, merchant } = await requireMerchantPage(scope);
  return (
    <TransactionDetail
      scope={{ environment, merchant: merchant.slug }}
      merchantName={merchant.name}
      transactionKey={{ id: decodeURIComponent(id) }}
    />
  );
}
