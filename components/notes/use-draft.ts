"use client";

import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Text that is being written. With a `key` it is there again after a reload of this tab, such as that to the sign-in when a session
 * ends. `clear` removes what was saved, unless it was written on meanwhile.
 */
export function useDraft(key: string | undefined, initial: string) {
  const stored = useSyncExternalStore(
    never,
    () => (key === undefined ? null : sessionStorage.getItem(key)),
    () => null,
  );
  const [typed, setTyped] = useState<string>();
  const text = typed ?? stored ?? initial;
  function setText(next: string) {
    setTyped(next);
    if (key === undefined) return;
    if (next === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  }
  function clear(saved: string) {
    setTyped((now) => (now === undefined || now === saved ? "" : now));
    if (key !== undefined && sessionStorage.getItem(key) === saved) sessionStorage.removeItem(key);
  }
  return { text, setText, clear };
}
