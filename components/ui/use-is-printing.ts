"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True while the page is being printed; set before the browser lays the page out. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    const set = (value: boolean) => flushSync(() => setPrinting(value));
    const begin = () => set(true);
    const end = () => set(paper.matches);
    // Printing may have started before hydration.
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
