"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import { headingHeightPx } from "./grid-sizes.ts";
import { toScrollTop } from "./row-moves.ts";
import { type SeenRow, toSeen, toShift } from "./row-shift.ts";
import type { useRowWindow } from "./use-row-window.ts";

type Rows = { rowCount: number; keyAt: (index: number) => string | undefined };
type Place = {
  scroller: RefObject<HTMLElement | null>;
  shown: ReturnType<typeof useRowWindow>;
  current: number;
  /** Row heights vary: the browser's own scroll anchoring keeps the rows in view. */
  isFlowing: boolean;
};
type Shift = { byRows: number; hasFocus: boolean };

/**
 * Keeps the visible rows and the focused row in place on the screen when rows above are inserted or removed. A list that
 * is scrolled to its top shows the new rows, as long as the focused row stays in view.
 */
export function useKeptPosition({ rowCount, keyAt }: Rows, place: Place, onShift: (shift: Shift) => void): void {
  const { scroller, shown, current, isFlowing } = place;
  const { first, size, rowHeightPx, measure } = shown;
  const seen = useRef<SeenRow[]>([]);
  const isFocusDue = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (isFocusDue.current) {
      isFocusDue.current = false;
      element.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
    }
    const byRows = toShift(seen.current, { rowCount, keyAt });
    seen.current = toSeen({ rowCount, keyAt }, { first, size, current });
    if (byRows === 0) return;
    const focused = document.activeElement?.closest("[data-index]") ?? null;
    const hasFocus = element.contains(focused);
    isFocusDue.current = hasFocus;
    if (isFlowing) return onShift({ byRows, hasFocus });
    if (element.scrollTop > 0) element.scrollTop += byRows * rowHeightPx;
    else if (hasFocus) scrollToRow(element, { index: current + byRows, rowHeightPx });
    onShift({ byRows, hasFocus });
    measure();
  });
}

/** Scrolls a table just far enough to show the row. */
export function scrollToRow(element: HTMLElement, { index, rowHeightPx }: { index: number; rowHeightPx: number }): void {
  const viewPx = element.clientHeight - headingHeightPx;
  const topPx = toScrollTop(index, { rowHeightPx, topPx: element.scrollTop, viewPx });
  if (topPx !== undefined) element.scrollTop = topPx;
}
