import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { MoneyBackList } from "#components/money-back/money-back-list.tsx";
import { moneyBackParsers } from "#components/money-back/money-back-search.ts";
import { NotificationTabs } from "#components/notifications/notification-tabs.tsx";
import { moneyBackInput, moneyBackQuery } from "#lib/queries/money-back.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listMoneyBack } from "#lib/services/money-back/list-money-back.ts";
import { prefetchViews } from "../../../open-view.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("moneyBack")) };
}

const loadSearch = createLoader(moneyBackParsers);

export default async function MoneyBackPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const search = await loadSearch(searchParams);
  const scope = { environment, merchant: merchant.slug };
  const rows = prefetchPageOf(moneyBackQuery(scope, search), () =>
    listMoneyBack(ctx, { ...scope, input: moneyBackInput(search) }),
  );
  return (
    <Prefetched queries={[rows, prefetchViews(ctx, { list: "notifications", scope })]}>
      <MoneyBackList
        title={t("notifications")}
        context={merchant.name}
        scope={scope}
        tabs={<NotificationTabs scope={scope} current="money-back" />}
      />
    </Prefetched>
  );
}
