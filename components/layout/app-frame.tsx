import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ArchivedPageLine } from "#components/merchants/archived-line.tsx";
import { ViewAsBand } from "#components/roles/view-as-band.tsx";
import { Toolbar } from "#components/ui/toolbar.tsx";
import type { Environment } from "#lib/core/identifiers.ts";
import { Jumps } from "./jumps.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationToggle } from "./navigation-toggle.tsx";
import { PresentationBand } from "./presentation-band.tsx";
import { SkipLinks } from "./skip-links.tsx";
import { Topbar } from "./topbar.tsx";

type Props = { environment: Environment; notices: ReactNode; children: ReactNode };

/** The layout of every dashboard page: top bar and navigation. */
export function AppFrame({ environment, notices, children }: Props) {
  const t = useTranslations("frame");
  return (
    <>
      <SkipLinks />
      <Jumps environment={environment} />
      <header className="sticky top-0 z-20 xl:flex print:static">
        <Topbar environment={environment} />
        <PresentationBand />
        <ViewAsBand />
      </header>
      {notices}
      <div className="lg:grid lg:grid-cols-[var(--navigation-width)_minmax(0,1fr)] print:block">
        <aside
          aria-label={t("navigation.title")}
          className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] flex-col border-border border-r lg:flex print:hidden"
        >
          <Toolbar label={t("navigation.title")} isVertical className="flex min-h-0 grow flex-col">
            <div className="min-h-0 grow overflow-y-auto overflow-x-hidden">
              <Navigation />
            </div>
            <NavigationToggle />
          </Toolbar>
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 px-4 py-3 outline-none lg:px-5">
          <ArchivedPageLine />
          {children}
        </main>
      </div>
    </>
  );
}
