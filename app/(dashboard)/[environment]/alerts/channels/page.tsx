import { getTranslations } from "next-intl/server";
import { ChannelsPage } from "#components/alert-channels/channels-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { channelsQuery } from "#lib/queries/alert-channels.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { titled } from "#lib/server/titled.ts";
import { listAlertChannels } from "#lib/services/alerts/channels/list-channels.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("alertChannels");

export default async function AlertChannelsPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const { alertSenders: senders } = await getRuntime();
  const t = await getTranslations();
  const channels = prefetchOf(channelsQuery(environment), async () => {
    const listed = await listAlertChannels(ctx, { environment, senders });
    return ctx.staff.isPresenting ? hidePersonal(listed) : listed;
  });
  return (
    <Prefetched queries={[channels]}>
      <PageHeader title={t("titles.alertChannels")} context={t("channels.context")} />
      <ChannelsPage environment={environment} />
    </Prefetched>
  );
}
