"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
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
    <Button isIconOnly size="sm" variant="ghost" aria-label={t("copy", { what: label })} onPress={copy}>
      <Copy aria-hidden="true" className="size-4" />
    </Button>
  );
}
