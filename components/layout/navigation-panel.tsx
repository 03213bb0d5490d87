"use client";

import { Drawer } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Navigation } from "./navigation.tsx";

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The navigation over the page. */
export function NavigationPanel({ isOpen, onOpenChange }: Props) {
  const t = useTranslations("frame.navigation");
  const common = useTranslations("common");
  /** A new page closes it by rendering; a link to the current page has to close it here. */
  const closeWhereItLeads = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.pathname === location.pathname) onOpenChange(false);
  };
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange}>
      <Drawer.Backdrop>
        <Drawer.Content placement="left">
          <Drawer.Dialog aria-label={t("title")}>
            <Drawer.CloseTrigger aria-label={common("close")} />
            <Drawer.Body onClick={closeWhereItLeads}>
              <Navigation />
            </Drawer.Body>
          </Drawer.Dialog>
        </Drawer.Content>
      </Drawer.Backdrop>
    </Drawer>
  );
}
