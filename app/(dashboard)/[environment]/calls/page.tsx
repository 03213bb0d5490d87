import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { callSearchParsers } from "#components/calls/call-search.ts";
import { CallsPage } from "#components/calls/calls-page.tsx";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { callErrorsInput, callErrorsQuery } from "#lib/queries/calls.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listCallErrors } from "#lib/services/calls/list-call-errors.ts";
import { hasRole } from "#lib/services/context.ts";
import { findMerchantsOf } from "../find-merchants.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("calls");

const loadSearch = createLoader(callSearchParsers);

export default async function GatewayCallsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!hasRole(ctx.staff, "support")) return <AdminsOnly title={t("titles.calls")} />;
  const { period, merchant } = await loadSearch(searchParams);
  const search = { period, merchant };
  const errors = prefetchOf(callErrorsQuery(environment, search), () =>
    listCallErrors(ctx, { environment, input: callErrorsInput(search) }),
  );
  return (
    <Prefetched queries={[errors]} findMerchants={findMerchantsOf(ctx, environment)}>
      <CallsPage title={t("titles.calls")} context={t("calls.page.context")} environment={environment} />
    </Prefetched>
  );
}
