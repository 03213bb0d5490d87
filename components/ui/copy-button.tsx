"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Copy } from "./icons.tsx";
import { useCopyText } from "./use-copy-text.ts";

/** Copies `text` and confirms it. `label` names what is copied, for the button's name and the toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations("common");
  const copyText = useCopyText();
  return (
    <IconButton label={t("copy", { what: label })} onPress={() => copyText(text, t("copied", { what: label }))}>
      <Copy aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
