import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { NotificationList } from "#components/notifications/notification-list.tsx";
import { notificationSearchParsers } from "#components/notifications/notification-search.ts";
import { notificationsInput, notificationsQuery } from "#lib/queries/notifications.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";
import { findMerchantsOf } from "../find-merchants.ts";
import { openView } from "../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("notifications");

const loadSearch = createLoader(notificationSearchParsers);

export default async function NotificationsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const scope = { environment, merchant: null };
  const views = await openView(ctx, { list: "notifications", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(notificationsQuery(scope, search), () =>
    listNotifications(ctx, { ...scope, input: notificationsInput(search) }),
  );
  return (
    <Prefetched queries={[rows, ...views]} findMerchants={findMerchantsOf(ctx, environment)}>
      <NotificationList title={t("titles.notifications")} context={t("common.allMerchants")} scope={scope} />
    </Prefetched>
  );
}
