"use client";

import { useEffect, useEffectEvent } from "react";
import { isTypingTarget } from "#components/ui/is-typing-target.ts";

/** Calls `act` when `key` is pressed anywhere on the page but in something that is typed into. */
export function usePageKey(key: string, act: () => void): void {
  const onAct = useEffectEvent(act);
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
      event.preventDefault();
      onAct();
    }
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [key]);
}
