import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { MoneyBackList } from "#components/money-back/money-back-list.tsx";
import { moneyBackParsers } from "#components/money-back/money-back-search.ts";
import { NotificationTabs } from "#components/notifications/notification-tabs.tsx";
import { moneyBackInput, moneyBackQuery } from "#lib/queries/money-back.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listMoneyBack } from "#lib/services/money-back/list-money-back.ts";
import { findMerchantsOf } from "../../find-merchants.ts";
import { prefetchViews } from "../../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("moneyBack");

const loadSearch = createLoader(moneyBackParsers);

export default async function MoneyBackPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const search = await loadSearch(searchParams);
  const scope = { environment, merchant: null };
  const rows = prefetchPageOf(moneyBackQuery(scope, search), () =>
    listMoneyBack(ctx, { ...scope, input: moneyBackInput(search) }),
  );
  return (
    <Prefetched
      queries={[rows, prefetchViews(ctx, { list: "notifications", scope })]}
      findMerchants={findMerchantsOf(ctx, environment)}
    >
      <MoneyBackList
        title={t("titles.notifications")}
        context={t("common.allMerchants")}
        scope={scope}
        tabs={<NotificationTabs scope={scope} current="money-back" />}
      />
    </Prefetched>
  );
}
