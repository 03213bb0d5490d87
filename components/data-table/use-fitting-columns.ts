"use client";

import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { boxWidthPx, type Column, columnsThatFit } from "./columns.ts";

type Options = { hasBoxes: boolean; isOff: boolean };

/** The columns that fit the table's width, so that it does not scroll sideways; all of them until the width is known. */
export function useFittingColumns<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  { hasBoxes, isOff }: Options,
): readonly Column<Row>[] {
  const [widthPx, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || isOff) return;
    // Column widths are in pixels at the default font size.
    const measure = () =>
      setWidth((element.clientWidth * 16) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isOff]);
  // In two-line rows a column's position decides whether it is shown.
  const isNarrow = widthPx < narrowPx;
  return useMemo(
    () => (isOff || isNarrow ? columns : columnsThatFit(columns, widthPx - (hasBoxes ? boxWidthPx : 0))),
    [columns, widthPx, hasBoxes, isOff, isNarrow],
  );
}

/** The breakpoint of `app/styles/narrow-rows.css`. */
const narrowPx = 704;
