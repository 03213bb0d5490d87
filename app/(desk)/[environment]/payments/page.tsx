import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { PaymentList } from "#components/payments/payment-list.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Payments" };

export default async function PaymentsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await params;
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Payments" context="All merchants" />
      <PaymentList scope={{ environment, merchant: null }} scopeName="all merchants" />
    </>
  );
}
