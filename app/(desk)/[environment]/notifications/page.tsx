import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { PageHeader } from "#components/layout/page-header.tsx";
import { NotificationList } from "#components/notifications/notification-list.tsx";
import { notificationSearchParsers } from "#components/notifications/notification-search.ts";
import { notificationsInput, notificationsQuery } from "#lib/queries/notifications.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Notifications" };

const loadSearch = createLoader(notificationSearchParsers);

export default async function NotificationsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireDeskPage(await params);
  const search = await loadSearch(searchParams);
  const scope = { environment, merchant: null };
  const rows = prefetchPageOf(notificationsQuery(scope, search), () =>
    listNotifications(ctx, { ...scope, input: notificationsInput(search) }),
  );
  return (
    <Prefetched queries={[rows]}>
      <PageHeader title="Notifications" context="All merchants" />
      <NotificationList scope={scope} scopeName="all merchants" />
    </Prefetched>
  );
}
