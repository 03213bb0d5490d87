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
  /** Rows have heights of their own: the browser itself keeps those in view where they are. */
  isFlowing: boolean;
};
type Shift = { byRows: number; hasFocus: boolean };

/**
 * Rows that come or go above leave the others where they are on the screen, and the focus stays with its row. A list at
 * its top shows what comes there, as long as the row with the focus stays in view.
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

/** Scrolls a table as far as the row needs to be in view. */
export function scrollToRow(element: HTMLElement, { index, rowHeightPx }: { index: number; rowHeightPx: number }): void {
  const viewPx = element.clientHeight - headingHeightPx;
  const topPx = toScrollTop(index, { rowHeightPx, topPx: element.scrollTop, viewPx });
  if (topPx !== undefined) element.scrollTop = topPx;
}
