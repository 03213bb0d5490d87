"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useTransition } from "react";
import { isLanguage, type Language, languages } from "#lib/core/languages.ts";
import { chooseLanguage } from "./choose-language.ts";

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
