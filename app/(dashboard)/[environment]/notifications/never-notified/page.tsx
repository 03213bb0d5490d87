import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { NeverNotifiedList } from "#components/notifications/never-notified-list.tsx";
import { neverNotifiedParsers } from "#components/notifications/notification-search.ts";
import { neverNotifiedInput, neverNotifiedQuery } from "#lib/queries/notifications.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listNeverNotified } from "#lib/services/notifications/list-never-notified.ts";
import { findMerchantsOf } from "../../find-merchants.ts";
import { prefetchViews } from "../../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("neverNotified");

const loadSearch = createLoader(neverNotifiedParsers);

export default async function NeverNotifiedPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const search = await loadSearch(searchParams);
  const scope = { environment, merchant: null };
  const rows = prefetchPageOf(neverNotifiedQuery(scope, search), () =>
    listNeverNotified(ctx, { ...scope, input: neverNotifiedInput(search) }),
  );
  return (
    <Prefetched
      queries={[rows, prefetchViews(ctx, { list: "notifications", scope })]}
      findMerchants={findMerchantsOf(ctx, environment)}
    >
      <NeverNotifiedList title={t("titles.notifications")} context={t("common.allMerchants")} scope={scope} />
    </Prefetched>
  );
}
