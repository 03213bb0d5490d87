import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { NotificationList } from "#components/notifications/notification-list.tsx";
import { notificationSearchParsers } from "#components/notifications/notification-search.ts";
import { notificationsInput, notificationsQuery } from "#lib/queries/notifications.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";
import { openView } from "../../open-view.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("notifications")) };
}

const loadSearch = createLoader(notificationSearchParsers);

export default async function MerchantNotificationsPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const views = await openView(ctx, { list: "notifications", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(notificationsQuery(scope, search), () =>
    listNotifications(ctx, { ...scope, input: notificationsInput(search) }),
  );
  return (
    <Prefetched queries={[rows, ...views]}>
      <NotificationList title={t("notifications")} context={merchant.name} scope={scope} />
    </Prefetched>
  );
}
