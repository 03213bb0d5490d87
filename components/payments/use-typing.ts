"use client";

import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import type { Typing } from "#lib/core/parse-amount-input.ts";

/** The user's number formats: of the app's language, and of the browser's first language. */
export function useTyping(): Typing {
  const locale = useLocale();
  const browserLocale = useSyncExternalStore(
    (listener) => {
      window.addEventListener("languagechange", listener);
      return () => window.removeEventListener("languagechange", listener);
    },
    () => navigator.language || locale,
    () => locale,
  );
  return { locale, habit: browserLocale };
}
