import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { NotificationList } from "#components/notifications/notification-list.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function MerchantNotificationsPage({
  params,
}: {
  params: Promise<{ environment: string; merchant: string }>;
}) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="Notifications" context={merchant.name} />
      <NotificationList scope={{ environment, merchant: merchant.slug }} scopeName={merchant.name} />
    </>
  );
}
