"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useTransition } from "react";
import { isLanguage, type Language, languageCookie, languages } from "#lib/core/languages.ts";
import { saveLanguage } from "#lib/queries/session.ts";
import { setCookie } from "#lib/queries/set-cookie.ts";

const yearSeconds = 365 * 24 * 3600;

type Chosen = { language: Language | undefined; isChanging: boolean; choose: (code: unknown) => void };

/** The language of this page, and a function that changes it without leaving the page. */
export function useLanguage({ isSignedIn }: { isSignedIn: boolean }): Chosen {
  const locale = useLocale();
  const router = useRouter();
  const [isChanging, change] = useTransition();
  const choose = (code: unknown) => {
    if (!isLanguage(code)) return;
    change(async () => {
      await chooseLanguage(code, { isSignedIn });
      router.refresh();
    });
  };
  return { language: languages.find(({ tag }) => tag === locale)?.code, isChanging, choose };
}

/**
 * Stores the language in this browser and, with an account, on the server. If the server cannot save it, the page changes
 * anyway; the next sign-in on another device then starts with the previous language.
 */
async function chooseLanguage(language: Language, { isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  setCookie({ name: languageCookie, value: language, maxAgeSeconds: yearSeconds });
  if (isSignedIn) await saveLanguage(language).catch(() => undefined);
}
