"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { headingHeightPx, rowHeightPx } from "./grid-sizes.ts";

/** Rows kept ready above and below those in view. */
const spare = 6;
/** A screenful, as long as nothing has been measured: on the server, and in a browser without scripts. */
const unmeasured = { first: 0, last: 19, inView: 15 };

/** Which rows of a scrolled box exist in the page, and how many of them are in view. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / rowHeightPx) - spare);
      const inView = Math.max(1, Math.floor((element.clientHeight - headingHeightPx) / rowHeightPx));
      const last = Math.ceil(element.scrollTop / rowHeightPx) + inView + spare;
      setShown((before) =>
        before.first === first && before.last === last && before.inView === inView ? before : { first, last, inView },
      );
    };
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [scroller]);
  return shown;
}
