import type { Metadata } from "next";
import { TransactionDetail } from "#components/transactions/transaction-detail.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

type Props = { params: Promise<{ environment: string; merchant: string; reference: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).reference) };
}

export default async function TransactionPage({ params }: Props) {
  const { reference, ...scope } = await params;
  const { environment, merchant } = await requireMerchantPage(scope);
  return (
    <TransactionDetail
      scope={{ environment, merchant: merchant.slug }}
      merchantName={merchant.name}
      transactionKey={{ reference: decodeURIComponent(reference) }}
    />
  );
}
