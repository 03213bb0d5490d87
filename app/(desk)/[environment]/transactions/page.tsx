import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { TransactionList } from "#components/transactions/transaction-list.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await params;
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Transactions" context="All merchants" />
      <TransactionList scope={{ environment, merchant: null }} scopeName="all merchants" />
    </>
  );
}
