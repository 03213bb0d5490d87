import { getTranslations } from "next-intl/server";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { ProfilePage } from "#components/gateway-profile/profile-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { gatewayProfileQuery } from "#lib/queries/gateway-profile.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { getProfile } from "#lib/services/profile/get-profile.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("gateway");

const loadSearch = createLoader({ merchant: parseAsString });

export default async function GatewaySettingsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const { merchant } = await loadSearch(searchParams);
  const t = await getTranslations();
  const scope = { environment, merchant };
  const profile = prefetchOf(gatewayProfileQuery(scope), () =>
    getProfile(ctx, { environment, input: definedInput({ merchant }) }),
  );
  return (
    <Prefetched queries={[profile]}>
      <PageHeader title={t("titles.gateway")} context={t("profile.page.context")} />
      <ProfilePage key={merchant} scope={scope} />
    </Prefetched>
  );
}
