"use client";

import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { headingHeightPx, rowHeightPx } from "./grid-sizes.ts";

/** Rows kept ready above and below those in view. */
const spare = 6;
/** A screenful, as long as nothing has been measured: on the server, and in a browser without scripts. */
const unmeasured = { first: 0, size: 20, inView: 15 };

/** `size` rows from `first` on exist in the page, `inView` of them can be seen. */
export type RowWindow = typeof unmeasured;

/** Which rows of a scrolled box exist in the page; `measure` looks at once, without waiting for the scroll to be told. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>): RowWindow & { measure: () => void } {
  const [shown, setShown] = useState(unmeasured);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeightPx) - spare);
    const inView = Math.max(1, Math.floor((element.clientHeight - headingHeightPx) / rowHeightPx));
    const size = inView + 2 * spare + 2;
    setShown((before) => (before.first === first && before.size === size ? before : { first, size, inView }));
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [scroller, measure]);
  return { ...shown, measure };
}
