"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { headingHeightPx, readRowHeightPx, rowHeightPx } from "./grid-sizes.ts";

/** Rows kept ready above and below those in view. */
const spare = 6;
/** A screenful, as long as nothing has been measured: on the server, and in a browser without scripts. */
const unmeasured = { first: 0, size: 20, inView: 15, rowHeightPx };

/** `size` rows from `first` on exist in the page, `inView` of them can be seen. */
export type RowWindow = typeof unmeasured;

/**
 * Which rows of a scrolled box exist in the page; `measure` looks at once, without waiting for the scroll to be told.
 * `allRows`: so many there are, and all of them exist.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, allRows?: number): RowWindow & { measure: () => void } {
  const [shown, setShown] = useState(unmeasured);
  const height = useRef(rowHeightPx);
  /** Kept from when every row has become higher or lower until the scroll follows. */
  const rowsAbove = useRef<number>(undefined);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.max(0, Math.floor(rowsAbove.current ?? element.scrollTop / height.current) - spare);
    const fitting = (heightPx: number) => Math.max(1, Math.floor((element.clientHeight - headingHeightPx) / heightPx));
    // As many of either height, so that each row keeps its place in the page when they grow or shrink.
    const size = fitting(rowHeightPx) + 2 * spare + 2;
    const next = { first, size, inView: fitting(height.current), rowHeightPx: height.current };
    setShown((before) => (isSame(before, next) ? before : next));
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const adapt = () => {
      const before = height.current;
      height.current = readRowHeightPx(element);
      if (height.current !== before) rowsAbove.current = element.scrollTop / before;
      measure();
    };
    adapt();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(adapt);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [scroller, measure]);
  // What was in view stays there when every row grows or shrinks.
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

function isSame(one: RowWindow, other: RowWindow): boolean {
  return one.first === other.first && one.size === other.size && one.rowHeightPx === other.rowHeightPx;
}
