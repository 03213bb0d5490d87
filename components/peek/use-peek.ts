"use client";

import { type FocusEvent, type KeyboardEvent, startTransition, useState } from "react";
import { isShortcut } from "#components/shortcuts/shortcuts.ts";
import { isTypingTarget } from "#components/ui/is-typing-target.ts";
import { rowKeyOf } from "./row-key-of.ts";

export type Peek = {
  /** The row shown beside its list. */
  rowKey: string | undefined;
  close: () => void;
  /** For the element around the list: Space and `p` show a row, the panel follows the focus, Escape closes it. */
  listProps: {
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
    onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
  };
};

/** Looking at rows beside their list without leaving it. */
export function usePeek(): Peek {
  const [rowKey, setRowKey] = useState<string>();
  // The row has the focus at once; what is shown of it follows, and what comes next goes by what will be shown then.
  const change = (toNext: (shown: string | undefined) => string | undefined) => startTransition(() => setRowKey(toNext));
  const close = () => setRowKey(undefined);
  return {
    rowKey,
    close,
    listProps: {
      onKeyDownCapture(event) {
        if (isTypingTarget(event.target)) return;
        if (event.key === "Escape" && rowKey !== undefined) {
          event.stopPropagation();
          return close();
        }
        // The space that stands for `x` is made by the desk and selects.
        const isSpace = event.key === " " && event.nativeEvent.isTrusted && !event.shiftKey && !event.ctrlKey && !event.metaKey;
        const row = rowKeyOf(event.target);
        if (row === undefined || !(isSpace || isShortcut(event, "peek"))) return;
        event.preventDefault();
        event.stopPropagation();
        change((shown) => (shown === row ? undefined : row));
      },
      onFocusCapture({ target }) {
        const row = rowKeyOf(target);
        if (row !== undefined) change((shown) => (shown === undefined ? undefined : row));
      },
    },
  };
}
