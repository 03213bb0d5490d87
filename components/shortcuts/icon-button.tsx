"use client";

import { Button } from "@heroui/react";
import type { ComponentProps } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { ShortcutKeys } from "./shortcut-keys.tsx";
import type { ShortcutName } from "./shortcuts.ts";

type Props = Omit<ComponentProps<typeof Button>, "isIconOnly" | "aria-label"> & {
  /** Its name, also shown as a tooltip. */
  label: string;
  shortcut?: ShortcutName;
};

/** A button that shows only an icon. On hover and on focus a tooltip has its name and shortcut. */
export function IconButton({ label, shortcut, size = "sm", variant = "ghost", ...button }: Props) {
  return (
    <Tooltip
      className="flex items-center gap-2"
      text={
        <>
          {label}
          {shortcut === undefined ? null : (
            <span aria-hidden="true" className="flex gap-1">
              <ShortcutKeys name={shortcut} />
            </span>
          )}
        </>
      }
    >
      <Button isIconOnly size={size} variant={variant} aria-label={label} {...button} />
    </Tooltip>
  );
}
