"use client";

import { useEffect, useEffectEvent } from "react";
import { isShortcut, isTypingTarget, type ShortcutName, shortcuts } from "./shortcuts.ts";

/** Calls `act` when the shortcut is pressed anywhere on the page; single-key shortcuts are ignored while typing. */
export function useShortcut(name: ShortcutName, act: () => void): void {
  const onAct = useEffectEvent(act);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!isShortcut(event, name)) return;
      if (!("withCommand" in shortcuts[name]) && isTypingTarget(event.target)) return;
      event.preventDefault();
      onAct();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [name]);
}
