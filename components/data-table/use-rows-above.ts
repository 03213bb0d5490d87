"use client";

import { type RefObject, useEffect, useState } from "react";

type Scroll = { scroller: RefObject<HTMLElement | null>; rowHeightPx: number };

/** Counts rows that were inserted above the viewport and not yet seen; `add` takes a negative number for removed rows. */
export function useRowsAbove({ scroller, rowHeightPx }: Scroll): { count: number; add: (rows: number) => void } {
  const [count, setCount] = useState(0);
  const add = (rows: number) => {
    const hidden = Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeightPx);
    setCount((before) => Math.min(Math.max(0, before + rows), hidden));
  };
  const hasSome = count > 0;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !hasSome) return;
    const onScroll = () => setCount((before) => Math.min(before, Math.ceil(element.scrollTop / rowHeightPx)));
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller, hasSome, rowHeightPx]);
  return { count, add };
}
