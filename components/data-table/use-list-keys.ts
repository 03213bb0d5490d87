"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

/** Forwards keys to the page's first table while no element has the focus, so that shortcuts work from the start. */
export function useListKeys(table: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
    if (isFree && !event.defaultPrevented && document.querySelector("main [role=grid]") === table.current) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
