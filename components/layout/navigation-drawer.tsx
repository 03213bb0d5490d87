"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Menu } from "#components/ui/icons.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";

const NavigationPanel = dynamic(() => import("./navigation-panel.tsx").then((module) => module.NavigationPanel), { ssr: false });

/** The navigation on narrow screens; closes after it opened a page. */
export function NavigationDrawer() {
  const t = useTranslations("frame.navigation");
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === pathname;
  return (
    <>
      <IconButton label={t("open")} className="lg:hidden" onPress={() => setOpenOn(pathname)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <LazyDialog isOpen={isOpen}>
        <NavigationPanel isOpen={isOpen} onOpenChange={(isToOpen) => setOpenOn(isToOpen ? pathname : null)} />
      </LazyDialog>
    </>
  );
}
