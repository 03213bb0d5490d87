"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import type { PaletteItem } from "./palette-item.ts";

type Options = { text: string; items: readonly PaletteItem[]; isSearching: boolean; onChoose: (item: PaletteItem) => void };

/**
 * The active entry and the keyboard handling. The first entry is active until the user moves; Enter during a search waits
 * for its results.
 */
export function usePaletteKeys({ text, items, isSearching, onChoose }: Options) {
  const [selection, setSelection] = useState<{ text: string; id: string }>();
  const [waiting, setWaiting] = useState<string>();
  const found = selection?.text === text ? items.findIndex(({ id }) => id === selection.id) : -1;
  const active = Math.max(found, 0);

  useEffect(() => {
    if (waiting === undefined || isSearching) return;
    setWaiting(undefined);
    const [first] = items;
    if (waiting === text && first) onChoose(first);
  }, [waiting, isSearching, items, text, onChoose]);

  function go(to: number) {
    const item = items[(to + items.length) % Math.max(items.length, 1)];
    if (item) setSelection({ text, id: item.id });
  }

  function choose() {
    const item = items[active];
    if (isSearching && found < 0) setWaiting(text);
    else if (item) onChoose(item);
  }

  const keys: Record<string, () => void> = {
    ArrowDown: () => go(active + 1),
    ArrowUp: () => go(active - 1),
    PageDown: () => go(Math.min(active + 8, items.length - 1)),
    PageUp: () => go(Math.max(active - 8, 0)),
    Enter: choose,
  };

  return {
    active,
    isWaiting: waiting === text,
    point: (at: number) => go(at),
    onKeyDown(event: KeyboardEvent) {
      const handler = event.nativeEvent.isComposing ? undefined : keys[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    },
  };
}
