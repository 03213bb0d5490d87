"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Copy } from "./icons.tsx";
import { toast } from "./toast.ts";

/** Copies `text` and confirms it. `label` names what is copied, for the button's name and the toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations("common");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t("copied", { what: label }));
    } catch {
      toast.danger(t("copyRefused"));
    }
  }
  return (
    <IconButton label={t("copy", { what: label })} onPress={copy}>
      <Copy aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
