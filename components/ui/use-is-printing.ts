"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** What a chart may take of A4 and Letter between their margins. */
export const paperWidthPx = 680;

/** True while the page goes to paper; what then stands in it is there before the browser lays it out. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    const set = (value: boolean) => flushSync(() => setPrinting(value));
    const begin = () => set(true);
    const end = () => set(paper.matches);
    // It may have begun before the page woke up.
    setPrinting(paper.matches);
    paper.addEventListener("change", end);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      paper.removeEventListener("change", end);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
