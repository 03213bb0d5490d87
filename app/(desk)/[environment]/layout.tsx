import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ProofDialog } from "#components/auth/proof-dialog.tsx";
import { DeskNotices } from "#components/layout/desk-notices.tsx";
import { EnvironmentBand } from "#components/layout/environment-band.tsx";
import { EnvironmentClosed } from "#components/layout/environment-closed.tsx";
import { EnvironmentProvider } from "#components/layout/environment-context.tsx";
import { Navigation } from "#components/layout/navigation.tsx";
import { PresentationBand } from "#components/layout/presentation-band.tsx";
import { SkipLink } from "#components/layout/skip-link.tsx";
import { Topbar } from "#components/layout/topbar.tsx";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { TourDock } from "#components/tour/tour-dock.tsx";
import { AnnouncedRegion } from "#components/ui/announced.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { readScreenState } from "#lib/server/screen-state.ts";
import { findZone } from "#lib/services/environments/find-zone.ts";
import { listMerchants } from "#lib/services/merchants/list-merchants.ts";
import { whoAmI } from "#lib/services/session/who-am-i.ts";

type Props = { children: ReactNode; params: Promise<{ environment: string }> };

export default async function DeskLayout({ children, params }: Props) {
  const { ctx, environment } = await requireDeskPage(await params);
  const isOpen = ctx.staff.environments.includes(environment);
  const shownAs = environment === "sandbox" ? await readScreenState() : undefined;
  const zone = await findZone(ctx, environment);
  const t = await getTranslations("frame");
  const queries = [
    prefetchOf(whoAmIQuery(), () => whoAmI(ctx)),
    prefetchOf(merchantsQuery(environment), () => listMerchants(ctx, environment)),
  ];
  return (
    <Prefetched queries={queries}>
      <EnvironmentProvider value={{ environment, zone, gatewayZone: zone }}>
        <LiveProvider environment={environment}>
          <ProofDialog />
          <SkipLink />
          <AnnouncedRegion />
          <header className="sticky top-0 z-20 print:static">
            <EnvironmentBand environment={environment} />
            <PresentationBand />
            <Topbar />
          </header>
          <DeskNotices shownAs={shownAs} />
          <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
            <aside
              aria-label={t("navigation.title")}
              className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] overflow-y-auto border-border border-r lg:block print:hidden"
            >
              <Navigation />
            </aside>
            <main id="main" tabIndex={-1} className="min-w-0 p-4 outline-none lg:px-6 lg:py-5">
              {isOpen ? children : <EnvironmentClosed />}
            </main>
          </div>
          <TourDock />
        </LiveProvider>
      </EnvironmentProvider>
    </Prefetched>
  );
}
