import type { Metadata } from "next";
import { NotificationDetail } from "#components/notifications/notification-detail.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Notification" };

type Props = { params: Promise<{ environment: string; merchant: string; id: string }> };

export default async function NotificationPage({ params }: Props) {
  const { id, ...scope } = await params;
  const { environment, merchant } = await requireMerchantPage(scope);
  return <NotificationDetail scope={{ environment, merchant: merchant.slug }} merchantName={merchant.name} id={id} />;
}
