import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { AlertList } from "#components/alerts/alert-list.tsx";
import { alertSearchParsers } from "#components/alerts/alert-search.ts";
import { alertsInput, alertsQuery } from "#lib/queries/alerts.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import { findMerchantsOf } from "../find-merchants.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("alerts");

const loadSearch = createLoader(alertSearchParsers);

export default async function AlertsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const search = await loadSearch(searchParams);
  const alerts = prefetchPageOf(alertsQuery(environment, search), () =>
    listAlerts(ctx, { environment, input: alertsInput(search) }),
  );
  return (
    <Prefetched queries={[alerts]} findMerchants={findMerchantsOf(ctx, environment)}>
      <AlertList title={t("titles.alerts")} context={t("alerts.context")} environment={environment} />
    </Prefetched>
  );
}
