"use client";

import { Button, Tooltip } from "@heroui/react";
import type { ComponentProps } from "react";
import { ShortcutKeys } from "./shortcut-keys.tsx";
import type { ShortcutName } from "./shortcuts.ts";

type Props = Omit<ComponentProps<typeof Button>, "isIconOnly" | "aria-label"> & {
  /** Its name, also shown as a tooltip. */
  label: string;
  shortcut?: ShortcutName;
};

const tooltipDelayMs = 300;

/** A button that shows only an icon. On hover and on focus a tooltip has its name and shortcut. */
export function IconButton({ label, shortcut, size = "sm", variant = "ghost", ...button }: Props) {
  return (
    <Tooltip delay={tooltipDelayMs} closeDelay={0}>
      <Button isIconOnly size={size} variant={variant} aria-label={label} {...button} />
      <Tooltip.Content className="flex items-center gap-2">
        {label}
        {shortcut === undefined ? null : (
          <span aria-hidden="true" className="flex gap-1">
            <ShortcutKeys name={shortcut} />
          </span>
        )}
      </Tooltip.Content>
    </Tooltip>
  );
}
