"use client";

import type { KeyboardEvent } from "react";
import { shortcuts } from "#components/shortcuts/shortcuts.ts";
import { isTypingTarget } from "#components/ui/is-typing-target.ts";

const sameAs: Record<string, string> = {
  [shortcuts.next.key]: "ArrowDown",
  [shortcuts.previous.key]: "ArrowUp",
  [shortcuts.select.key]: " ",
};

/**
 * `j`, `k` and `x` in a table as the arrow keys and the space bar, which the table itself understands, and
 * `c` for `onCopy` with the focused row's key.
 */
export function useGridKeys({ onCopy }: { onCopy: (rowKey: string) => void }) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
    const target = event.target as HTMLElement;
    const row = target.closest("[data-key]")?.getAttribute("data-key");
    if (event.key === shortcuts.copy.key && row) onCopy(row);
    const key = sameAs[event.key];
    if (key === undefined) return;
    event.preventDefault();
    for (const type of ["keydown", "keyup"])
      target.dispatchEvent(new globalThis.KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  };
}
