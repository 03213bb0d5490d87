"use client";

import { Button } from "@heroui/react";
import type { ComponentProps } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { NameAndKeys } from "./shortcut-keys.tsx";
import type { ShortcutName } from "./shortcuts.ts";

type Props = Omit<ComponentProps<typeof Button>, "isIconOnly" | "aria-label"> & {
  /** Its name, also shown as a tooltip. */
  label: string;
  shortcut?: ShortcutName;
};

/** A button that shows only an icon. On hover and on focus a tooltip has its name and shortcut. */
export function IconButton({ label, shortcut, size = "sm", variant = "ghost", ...button }: Props) {
  return (
    <Tooltip className="flex items-center gap-2" text={<NameAndKeys label={label} shortcut={shortcut} />}>
      <Button isIconOnly size={size} variant={variant} aria-label={label} {...button} />
    </Tooltip>
  );
}
