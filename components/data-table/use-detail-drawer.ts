"use client";

import { type FocusEvent, type KeyboardEvent, startTransition, useRef, useState } from "react";
import { isShortcut, isTypingTarget } from "../shortcuts/shortcuts.ts";
import { rowKeyOf } from "./row-key-of.ts";

export type DetailDrawerState = {
  /** The row shown in the drawer. */
  rowKey: string | undefined;
  close: () => void;
  /** For the element around the list: Space and `p` open a row, the drawer follows the focus, Escape closes it. */
  listProps: {
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
    onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
  };
};

/** State of the detail drawer beside a list. */
export function useDetailDrawer(): DetailDrawerState {
  const [rowKey, setRowKey] = useState<string>();
  // The focus moves at once and the drawer's content follows, so the next key starts from the row requested last.
  const requested = useRef<string>(undefined);
  const show = (row: string) => {
    requested.current = row;
    startTransition(() => setRowKey(row));
  };
  const close = () => {
    requested.current = undefined;
    setRowKey(undefined);
  };
  return {
    rowKey,
    close,
    listProps: {
      onKeyDownCapture(event) {
        if (isTypingTarget(event.target)) return;
        if (event.key === "Escape" && requested.current !== undefined) {
          event.stopPropagation();
          return close();
        }
        // A synthetic Space stands for `x`, which selects the row.
        const isSpace = event.key === " " && event.nativeEvent.isTrusted && !event.shiftKey && !event.ctrlKey && !event.metaKey;
        const row = rowKeyOf(event.target);
        if (row === undefined || !(isSpace || isShortcut(event, "preview"))) return;
        event.preventDefault();
        event.stopPropagation();
        if (requested.current === row) close();
        else show(row);
      },
      onFocusCapture({ target }) {
        const row = rowKeyOf(target);
        if (row !== undefined && requested.current !== undefined) show(row);
      },
    },
  };
}
