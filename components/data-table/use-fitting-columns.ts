"use client";

import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { boxWidthPx, type Column, columnsThatFit } from "./columns.ts";

type Options = { hasBoxes: boolean; isOff: boolean };

/** The columns that fit the table's width, so that it need not be scrolled sideways; all while that is not known. */
export function useFittingColumns<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  { hasBoxes, isOff }: Options,
): readonly Column<Row>[] {
  const [widthPx, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || isOff) return;
    // In the pixels of ordinary type, in which columns are counted.
    const measure = () =>
      setWidth((element.clientWidth * 16) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isOff]);
  // Where rows are two lines each column has its place or none.
  const isNarrow = widthPx < narrowPx;
  return useMemo(
    () => (isOff || isNarrow ? columns : columnsThatFit(columns, widthPx - (hasBoxes ? boxWidthPx : 0))),
    [columns, widthPx, hasBoxes, isOff, isNarrow],
  );
}

/** The width of `app/styles/narrow-rows.css`. */
const narrowPx = 800;
