import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Environment } from "#lib/core/identifiers.ts";
import { EnvironmentBand } from "./environment-band.tsx";
import { Navigation } from "./navigation.tsx";
import { PresentationBand } from "./presentation-band.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Topbar } from "./topbar.tsx";

type Props = { environment: Environment; notices: ReactNode; children: ReactNode };

/** The layout of every dashboard page: bands, top bar and navigation. */
export function AppFrame({ environment, notices, children }: Props) {
  const t = useTranslations("frame");
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 print:static">
        <EnvironmentBand environment={environment} />
        <PresentationBand />
        <Topbar />
      </header>
      {notices}
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <aside
          aria-label={t("navigation.title")}
          className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] overflow-y-auto border-border border-r lg:block print:hidden"
        >
          <Navigation />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 p-4 outline-none lg:px-6 lg:py-5">
          {children}
        </main>
      </div>
    </>
  );
}
