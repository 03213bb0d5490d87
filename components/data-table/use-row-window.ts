"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { headingHeightPx, readRowHeightPx, rowHeightPx } from "./grid-sizes.ts";

/** Rows rendered above and below the viewport. */
const overscan = 6;
/** Number of rows before anything was measured: on the server, and in a browser without scripts. */
const unmeasured = { first: 0, size: 20, inView: 15, rowHeightPx };

/** `size` rows starting at `first` are rendered; `inView` of them are visible. */
export type RowWindow = typeof unmeasured;

/**
 * Which rows of a scrolling area are rendered; `measure` updates at once, without waiting for the scroll event.
 * `allRows`: renders all of this number of rows.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, allRows?: number): RowWindow & { measure: () => void } {
  const [shown, setShown] = useState(unmeasured);
  const height = useRef(rowHeightPx);
  /** How far it was scrolled with that height. */
  const scrolledPx = useRef(0);
  /** Set when the row height changed, until the scroll position is adjusted. */
  const rowsAbove = useRef<number>(undefined);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    scrolledPx.current = element.scrollTop;
    const first = Math.max(0, Math.floor(rowsAbove.current ?? element.scrollTop / height.current) - overscan);
    const fitting = (heightPx: number) => Math.max(1, Math.floor((element.clientHeight - headingHeightPx) / heightPx));
    // The same number for both row heights, so that each row keeps its slot when the height changes.
    const size = fitting(rowHeightPx) + 2 * overscan + 2;
    const next = { first, size, inView: fitting(height.current), rowHeightPx: height.current };
    setShown((before) => (isSame(before, next) ? before : next));
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const adapt = () => {
      const before = height.current;
      height.current = readRowHeightPx(element);
      // Where rows became lower, the browser may have scrolled back already, to the end of the shorter list.
      if (height.current !== before) rowsAbove.current ??= scrolledPx.current / before;
      measure();
    };
    adapt();
    element.addEventListener("scroll", adapt, { passive: true });
    const observer = new ResizeObserver(adapt);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", adapt);
      observer.disconnect();
    };
  }, [scroller, measure]);
  // The rows in view stay in view when the row height changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || rowsAbove.current === undefined) return;
    element.scrollTop = rowsAbove.current * shown.rowHeightPx;
    rowsAbove.current = undefined;
    measure();
  }, [scroller, measure, shown.rowHeightPx]);
  if (allRows === undefined) return { ...shown, measure };
  return { ...shown, first: 0, size: Math.max(1, allRows), measure };
}

function isSame(left: RowWindow, right: RowWindow): boolean {
  return left.first === right.first && left.size === right.size && left.rowHeightPx === right.rowHeightPx;
}
