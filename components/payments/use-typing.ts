"use client";

import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import type { Typing } from "#lib/core/parse-amount-input.ts";

/** How this person may write numbers: as the desk's language does, or as the browser's first language does. */
export function useTyping(): Typing {
  const locale = useLocale();
  const habit = useSyncExternalStore(
    (listener) => {
      window.addEventListener("languagechange", listener);
      return () => window.removeEventListener("languagechange", listener);
    },
    () => navigator.language || locale,
    () => locale,
  );
  return { locale, habit };
}
