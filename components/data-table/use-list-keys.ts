"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

/** Keys pressed while nothing on the page has the focus go to the page's first table, so that they work from the start. */
export function useListKeys(table: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
    if (isFree && !event.defaultPrevented && document.querySelector("main [role=grid]") === table.current) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
