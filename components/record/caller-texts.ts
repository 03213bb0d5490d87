"use client";

import { createTranslator } from "next-intl";
import { use } from "react";
import { type Language, languageTag } from "#lib/core/languages.ts";
import type { CallerTexts } from "#lib/core/record-sentence.ts";

type Words = { readonly [key: string]: string | Words };
type Meanings = { (key: `codes.${string}`): string; has: (key: `codes.${string}`) => boolean };
/** The meanings of codes, by `type.fee`. */
export type CallerWords = { say: CallerTexts; meaningOf: (code: string) => string | undefined };

/** Loaded when a record is first shown in a language, and not with every page. */
const files: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  bg: () => import("../../messages/caller/bg.json"),
  de: () => import("../../messages/caller/de.json"),
  en: () => import("../../messages/caller/en.json"),
  es: () => import("../../messages/caller/es.json"),
  fr: () => import("../../messages/caller/fr.json"),
  it: () => import("../../messages/caller/it.json"),
};
const loaded = new Map<Language, Promise<CallerWords | null>>();

/** What is said to callers in a language; null when its file did not load. Suspends until it has. */
export function useCallerWords(language: Language): CallerWords | null {
  return use(loadCallerWords(language));
}

/** The same for a handler. */
export function loadCallerWords(language: Language): Promise<CallerWords | null> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = files[language]().then(
    ({ default: words }) => toCallerWords(words, language),
    () => {
      loaded.delete(language);
      return null;
    },
  );
  loaded.set(language, loading);
  return loading;
}

function toCallerWords(words: Words, language: Language): CallerWords {
  const t = createTranslator({ locale: languageTag(language), messages: words }) as CallerTexts & Meanings;
  return {
    say: t,
    meaningOf: (code) => (t.has(`codes.${code}`) ? t(`codes.${code}`) : undefined),
  };
}
