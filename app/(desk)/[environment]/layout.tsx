import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { EnvironmentBand } from "#components/layout/environment-band.tsx";
import { EnvironmentProvider } from "#components/layout/environment-context.tsx";
import { Navigation } from "#components/layout/navigation.tsx";
import { Topbar } from "#components/layout/topbar.tsx";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { isEnvironment } from "#lib/core/identifiers.ts";
import { requireStaffPage } from "#lib/server/require-staff.ts";
import { findZone } from "#lib/services/environments/find-zone.ts";

type Props = { children: ReactNode; params: Promise<{ environment: string }> };

export default async function DeskLayout({ children, params }: Props) {
  const { environment } = await params;
  if (!isEnvironment(environment)) notFound();
  const ctx = await requireStaffPage();
  const zone = await findZone(ctx, environment);
  return (
    <EnvironmentProvider value={{ environment, zone }}>
      <LiveProvider environment={environment}>
        <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-2">
          Skip to content
        </a>
        <header className="sticky top-0 z-20">
          <EnvironmentBand environment={environment} />
          <Topbar />
        </header>
        <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
          <aside
            aria-label="Navigation"
            className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] overflow-y-auto border-border border-r lg:block"
          >
            <Navigation />
          </aside>
          <main id="main" tabIndex={-1} className="min-w-0 p-4 outline-none lg:px-6 lg:py-5">
            {children}
          </main>
        </div>
      </LiveProvider>
    </EnvironmentProvider>
  );
}
