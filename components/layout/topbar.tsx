import { useTranslations } from "next-intl";
import { CallsDock } from "#components/calls/calls-dock.tsx";
import { LiveMark } from "#components/live/live-mark.tsx";
import { PaletteButton } from "#components/palette/palette-button.tsx";
import { PhoneCallButton } from "#components/phone-call/phone-call-button.tsx";
import { ShareButton } from "#components/share/share-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Toolbar } from "#components/ui/toolbar.tsx";
import type { Environment } from "#lib/core/identifiers.ts";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { FindBox } from "./find-box.tsx";
import { NavigationDrawer } from "./navigation-drawer.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";

const stripes: Record<Environment, string> = {
  sandbox: "border-(--stripe-sandbox)",
  demo: "border-(--stripe-demo)",
  production: "border-(--stripe-production)",
};

/** The environment as stripe and word, the search box, live state, help and account; on narrow screens also the navigation. */
export function Topbar({ environment }: { environment: Environment }) {
  const t = useTranslations("frame");
  return (
    <>
      <p className="hidden print:block">{t("environment.name", { environment: t(`environment.names.${environment}`) })}</p>
      <div
        className={`relative flex h-[3.1875rem] min-w-0 grow items-center gap-2 border-t-3 bg-surface px-3 shadow-[inset_0_-1px_0_var(--border)] sm:gap-3 print:hidden ${stripes[environment]}`}
      >
        <Toolbar label={t("environment.choose")} className="contents">
          <NavigationDrawer />
          <Link href="/" className="hidden min-h-8 items-center rounded-md px-1 font-semibold tracking-tight sm:flex">
            Counterfoil
          </Link>
          <EnvironmentMenu environment={environment} />
        </Toolbar>
        <FindBox />
        <Toolbar label={t("tools")} className="ml-auto flex items-center gap-1">
          <LiveMark />
          <PhoneCallButton />
          <div className="hidden sm:contents">
            <PaletteButton />
          </div>
          <ShareButton />
          <div className="hidden sm:contents">
            <CallsDock />
            <ShortcutHelp />
          </div>
          <AccountMenu />
        </Toolbar>
      </div>
    </>
  );
}
