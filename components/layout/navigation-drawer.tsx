"use client";

import { Button, Drawer } from "@heroui/react";
import Menu from "lucide-react/dist/esm/icons/menu.mjs";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { Navigation } from "./navigation.tsx";

/** The navigation where there is no room for it beside the page; closes when it has led somewhere. */
export function NavigationDrawer() {
  const t = useTranslations("frame.navigation");
  const common = useTranslations("common");
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <Drawer isOpen={openOn === pathname} onOpenChange={(open) => setOpenOn(open ? pathname : null)}>
      <Button isIconOnly variant="ghost" size="sm" aria-label={t("open")} className="lg:hidden">
        <Menu aria-hidden="true" />
      </Button>
      <Drawer.Backdrop>
        <Drawer.Content placement="left">
          <Drawer.Dialog aria-label={t("title")}>
            <Drawer.CloseTrigger aria-label={common("close")} />
            <Drawer.Body>
              <div className="px-3 pb-2 sm:hidden">
                <EnvironmentMenu />
              </div>
              <Navigation />
            </Drawer.Body>
          </Drawer.Dialog>
        </Drawer.Content>
      </Drawer.Backdrop>
    </Drawer>
  );
}
