"use client";

import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import { isLanguage, type Language, languages } from "#lib/core/languages.ts";

const key = "caller-language";
const changed = "caller-language";

/** The staff member's own language. */
export function useOwnLanguage(): Language {
  const locale = useLocale();
  return languages.find(({ tag }) => tag === locale)?.code ?? "en";
}

/** The language of the person on the telephone: chosen once, it holds in this tab; before, the staff member's own. */
export function useCallerLanguage(): [Language, (language: Language) => void] {
  const own = useOwnLanguage();
  const chosen = useSyncExternalStore(
    (notify) => {
      addEventListener(changed, notify);
      return () => removeEventListener(changed, notify);
    },
    () => sessionStorage.getItem(key),
    () => null,
  );
  const choose = (language: Language) => {
    sessionStorage.setItem(key, language);
    dispatchEvent(new Event(changed));
  };
  return [isLanguage(chosen) ? chosen : own, choose];
}
