import Link from "next/link";
import { CallsDock } from "#components/calls/calls-dock.tsx";
import { PaletteButton } from "#components/palette/palette-button.tsx";
import { ShareButton } from "#components/share/share-button.tsx";
import { ShortcutHelp } from "#components/shortcuts/shortcut-help.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { FindBox } from "./find-box.tsx";
import { NavigationDrawer } from "./navigation-drawer.tsx";

/** Name, environment, search box, help and account; on narrow screens also the navigation, as a drawer. */
export function Topbar() {
  return (
    <div className="relative flex h-14 items-center gap-2 border-border border-b bg-surface px-3 sm:gap-3 print:hidden">
      <NavigationDrawer />
      <Link href="/" className="hidden min-h-8 items-center rounded-md px-1 font-semibold tracking-tight sm:flex">
        Counterfoil
      </Link>
      <div className="hidden sm:block">
        <EnvironmentMenu />
      </div>
      <FindBox />
      <div className="ml-auto flex items-center gap-1">
        <div className="hidden sm:contents">
          <PaletteButton />
        </div>
        <ShareButton />
        <CallsDock />
        <div className="hidden sm:contents">
          <ShortcutHelp />
        </div>
        <AccountMenu />
      </div>
    </div>
  );
}
