"use client";

import { Kbd } from "@heroui/react";
import { useTranslations } from "next-intl";
import { hasCommandKey, type ShortcutName, shortcutKeys } from "./shortcuts.ts";

const namedKeys = ["Ctrl", "Enter", "Shift", "Space"] as const;

/** Keys whose name depends on the language. */
function isNamedKey(key: string): key is (typeof namedKeys)[number] {
  return namedKeys.some((named) => named === key);
}

/** The keys of a shortcut. */
export function ShortcutKeys({ name }: { name: ShortcutName }) {
  const t = useTranslations("shortcuts.keys");
  return shortcutKeys(name, hasCommandKey()).map((key) => <Kbd key={key}>{isNamedKey(key) ? t(key) : key}</Kbd>);
}

/** What a tooltip says of a button: its name and its shortcut. */
export function NameAndKeys({ label, shortcut }: { label: string; shortcut: ShortcutName | undefined }) {
  return (
    <>
      {label}
      {shortcut === undefined ? null : (
        <span aria-hidden="true" className="flex gap-1">
          <ShortcutKeys name={shortcut} />
        </span>
      )}
    </>
  );
}
