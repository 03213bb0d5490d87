"use client";

import { useSyncExternalStore } from "react";

/** How this person writes numbers: the browser's first language. */
export function useTypingLocale(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener("languagechange", listener);
      return () => window.removeEventListener("languagechange", listener);
    },
    () => navigator.language || "en-GB",
    () => "en-GB",
  );
}
