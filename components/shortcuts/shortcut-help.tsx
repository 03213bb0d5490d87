"use client";

import { Button, Kbd, Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { CircleQuestionMark } from "#components/ui/icons.tsx";
import { hasCommandKey, type ShortcutName, shortcutKeys, shortcuts } from "./shortcuts.ts";
import { useShortcut } from "./use-shortcut.ts";

const names = Object.keys(shortcuts) as ShortcutName[];
const namedKeys = ["Ctrl", "Enter", "Shift", "Space"] as const;

/** Keys whose name depends on the language. */
function isNamedKey(key: string): key is (typeof namedKeys)[number] {
  return namedKeys.some((named) => named === key);
}

/** The list of keyboard shortcuts; `?` opens it from anywhere. */
export function ShortcutHelp() {
  const t = useTranslations("shortcuts");
  const [isOpen, setOpen] = useState(false);
  useShortcut("help", () => setOpen(true));
  return (
    <Dialog
      title={t("title")}
      trigger={
        <Button isIconOnly variant="ghost" size="sm" aria-label={t("title")} className="max-sm:hidden">
          <CircleQuestionMark aria-hidden="true" />
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      size="sm"
      hasCross
    >
      <Modal.Body>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {names.map((name) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt className="flex gap-1">
                {shortcutKeys(name, hasCommandKey()).map((key) => (
                  <Kbd key={key}>{isNamedKey(key) ? t(`keys.${key}`) : key}</Kbd>
                ))}
              </dt>
              <dd>{t(`does.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </Modal.Body>
    </Dialog>
  );
}
