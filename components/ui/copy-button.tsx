"use client";

import { Button, toast } from "@heroui/react";
import Copy from "lucide-react/dist/esm/icons/copy.mjs";

/** Copies `text` and says so. `label` names what is copied, for the button's name and the toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${label} copied`);
    } catch {
      toast.danger("The browser did not allow copying. Select the text and copy it by hand.");
    }
  }
  return (
    <Button isIconOnly size="sm" variant="ghost" aria-label={`Copy ${label}`} onPress={copy}>
      <Copy aria-hidden="true" className="size-4" />
    </Button>
  );
}
