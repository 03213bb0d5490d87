"use client";

import { type FocusEvent, type KeyboardEvent, startTransition, useRef, useState } from "react";
import { isShortcut } from "../shortcuts/shortcuts.ts";
import { isTypingTarget } from "../ui/is-typing-target.ts";
import { rowKeyOf } from "./row-key-of.ts";

export type DetailDrawerState = {
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
export function useDetailDrawer(): DetailDrawerState {
  const [rowKey, setRowKey] = useState<string>();
  // The row has the focus at once; what is shown of it follows, and the next key goes by what was asked for last.
  const asked = useRef<string>(undefined);
  const show = (row: string) => {
    asked.current = row;
    startTransition(() => setRowKey(row));
  };
  const close = () => {
    asked.current = undefined;
    setRowKey(undefined);
  };
  return {
    rowKey,
    close,
    listProps: {
      onKeyDownCapture(event) {
        if (isTypingTarget(event.target)) return;
        if (event.key === "Escape" && asked.current !== undefined) {
          event.stopPropagation();
          return close();
        }
        // The space that stands for `x` is made by the desk and selects.
        const isSpace = event.key === " " && event.nativeEvent.isTrusted && !event.shiftKey && !event.ctrlKey && !event.metaKey;
        const row = rowKeyOf(event.target);
        if (row === undefined || !(isSpace || isShortcut(event, "peek"))) return;
        event.preventDefault();
        event.stopPropagation();
        if (asked.current === row) close();
        else show(row);
      },
      onFocusCapture({ target }) {
        const row = rowKeyOf(target);
        if (row !== undefined && asked.current !== undefined) show(row);
      },
    },
  };
}
