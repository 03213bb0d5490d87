"use client";

import { Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FieldHint } from "#components/find/field-hint.tsx";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { ShortcutKeys } from "#components/shortcuts/shortcut-keys.tsx";
import { type ShortcutName, shortcuts } from "#components/shortcuts/shortcuts.ts";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { CircleQuestionMark } from "#components/ui/icons.tsx";

const names = Object.keys(shortcuts) as ShortcutName[];
/** The list of keyboard shortcuts; `?` opens it from anywhere. */
export function ShortcutHelp() {
  const t = useTranslations("shortcuts");
  const search = useTranslations("find");
  const [isOpen, setOpen] = useState(false);
  useShortcut("help", () => setOpen(true));
  return (
    <Dialog
      title={t("title")}
      trigger={
        <IconButton label={t("title")} shortcut="help" className="max-sm:hidden">
          <CircleQuestionMark aria-hidden="true" />
        </IconButton>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="md:max-w-3xl"
      hasCross
    >
      <Modal.Body tabIndex={0}>
        <dl className="gap-x-8 md:columns-2">
          {names.map((name) => (
            <div key={name} className="flex break-inside-avoid items-center gap-x-4 pb-2">
              <dt className="flex w-32 shrink-0 gap-1">
                <ShortcutKeys name={name} />
              </dt>
              <dd>{t(`does.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <h3 className="pt-2 pb-1 font-medium">{search("ask.title")}</h3>
        <FieldHint />
      </Modal.Body>
    </Dialog>
  );
}
