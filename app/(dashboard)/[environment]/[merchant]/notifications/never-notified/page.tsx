import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { NeverNotifiedList } from "#components/notifications/never-notified-list.tsx";
import { neverNotifiedParsers } from "#components/notifications/notification-search.ts";
import { neverNotifiedInput, neverNotifiedQuery } from "#lib/queries/notifications.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listNeverNotified } from "#lib/services/notifications/list-never-notified.ts";
import { prefetchViews } from "../../../open-view.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("neverNotified")) };
}

const loadSearch = createLoader(neverNotifiedParsers);

export default async function NeverNotifiedPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const search = await loadSearch(searchParams);
  const scope = { environment, merchant: merchant.slug };
  const rows = prefetchPageOf(neverNotifiedQuery(scope, search), () =>
    listNeverNotified(ctx, { ...scope, input: neverNotifiedInput(search) }),
  );
  return (
    <Prefetched queries={[rows, prefetchViews(ctx, { list: "notifications", scope })]}>
      <NeverNotifiedList title={t("notifications")} context={merchant.name} scope={scope} />
    </Prefetched>
  );
}
