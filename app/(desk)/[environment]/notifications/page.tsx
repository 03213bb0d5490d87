import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { NotificationList } from "#components/notifications/notification-list.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await params;
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Notifications" context="All merchants" />
      <NotificationList scope={{ environment, merchant: null }} scopeName="all merchants" />
    </>
  );
}
