"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { PanelLeft } from "#components/ui/icons.tsx";
import { useNarrowNavigation } from "./use-narrow-navigation.ts";

/** Collapses the navigation to its icons. */
export function NavigationToggle() {
  const t = useTranslations("frame.navigation");
  const [isNarrow, toggle] = useNarrowNavigation();
  useShortcut("navigation", toggle);
  return (
    <div className="shrink-0 p-2">
      <IconButton
        label={t(isNarrow ? "expand" : "collapse")}
        shortcut="navigation"
        aria-expanded={!isNarrow}
        className="size-9 text-muted"
        onPress={toggle}
      >
        <PanelLeft aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
