import { toast } from "@heroui/react";
import { shareWords as words } from "./share-words.ts";

/** The address holds filters, order and period: whoever opens it sees the same view. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast.success(words.copied);
  } catch {
    toast.danger(words.notCopied);
  }
}
