"use client";

import { Drawer } from "@heroui/react";
import { useTranslations } from "next-intl";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { Navigation } from "./navigation.tsx";

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The navigation over the page. */
export function NavigationPanel({ isOpen, onOpenChange }: Props) {
  const t = useTranslations("frame.navigation");
  const common = useTranslations("common");
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange}>
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
