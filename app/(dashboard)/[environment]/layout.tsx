import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AlertNotifications } from "#components/alerts/alert-notifications.tsx";
import { OpenAlertsTitle } from "#components/alerts/open-alerts-title.tsx";
import { ReauthenticationDialog } from "#components/auth/reauthentication-dialog.tsx";
import { AppFrame } from "#components/layout/app-frame.tsx";
import { AppNotices } from "#components/layout/app-notices.tsx";
import { EnvironmentClosed } from "#components/layout/environment-closed.tsx";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { TourDock } from "#components/tour/tour-dock.tsx";
import { AnnouncedRegion } from "#components/ui/announced.tsx";
import { EnvironmentProvider } from "#components/ui/environment-context.tsx";
import { openAlertsQuery } from "#lib/queries/alerts.ts";
import { signInStopQuery } from "#lib/queries/connection.ts";
import { fewMerchants, merchantsQuery } from "#lib/queries/merchants.ts";
import { restoreQuery } from "#lib/queries/restore.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { readScreenState } from "#lib/server/screen-state.ts";
import { environmentTitle } from "#lib/server/titled.ts";
import { countAlerts } from "#lib/services/alerts/list-alerts.ts";
import { getSignInStop } from "#lib/services/connections/get-sign-in-stop.ts";
import { findZone } from "#lib/services/environments/find-zone.ts";
import { listMerchantPage } from "#lib/services/merchants/list-merchants.ts";
import { getRestore } from "#lib/services/restore/get-restore.ts";
import { whoAmI } from "#lib/services/session/who-am-i.ts";

type Props = { children: ReactNode; params: Promise<{ environment: string }> };

/** The environment is part of every title, so that it can be told apart in a row of tabs. */
export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  return { title: { template: await environmentTitle(await params, "%s"), default: "Counterfoil" } };
}

export default async function DashboardLayout({ children, params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const { live, signInProvider } = await getRuntime();
  const after = live.cursor();
  const isOpen = ctx.staff.environments.includes(environment);
  const shownAs = environment === "sandbox" ? await readScreenState() : undefined;
  const zone = await findZone(ctx, environment);
  const queries = [
    prefetchOf(whoAmIQuery(), () => whoAmI(ctx)),
    prefetchOf(restoreQuery(environment), () => getRestore(ctx, environment)),
    prefetchOf(signInStopQuery(environment), () => getSignInStop(ctx, environment)),
    prefetchOf(openAlertsQuery(environment), () => countAlerts(ctx, environment)),
    prefetchOf(merchantsQuery(environment), async () => {
      const { items } = await listMerchantPage(ctx, { environment, input: fewMerchants });
      return items;
    }),
  ];
  return (
    <Prefetched queries={queries}>
      <EnvironmentProvider value={{ environment, zone, gatewayZone: zone }}>
        <LiveProvider environment={environment} after={after}>
          <ReauthenticationDialog providerName={signInProvider?.name} />
          <AnnouncedRegion />
          <OpenAlertsTitle />
          <AlertNotifications />
          <AppFrame environment={environment} notices={<AppNotices environment={environment} shownAs={shownAs} />}>
            {isOpen ? children : <EnvironmentClosed />}
          </AppFrame>
          <TourDock />
        </LiveProvider>
      </EnvironmentProvider>
    </Prefetched>
  );
}
