"use client";

import { createTranslator, useLocale } from "next-intl";
import { use } from "react";
import type { CompiledTexts } from "#lib/core/compile-messages.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { formatMoney } from "#lib/core/money.ts";

/** A text of the server: its English, and what it says as a reason with values; a problem's code is a reason too. */
type Said = { message: string; reason?: string; code?: string; values?: Readonly<Record<string, unknown>> };
export type Say = (text: Said) => string;
type Translate = (reason: string, values: Record<string, string | number>) => string;

/** English needs no file: the server's texts are English. The others are loaded with the first page that says one. */
const files: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  bg: () => import("../../messages/reasons/bg.json"),
  de: () => import("../../messages/reasons/de.json"),
  es: () => import("../../messages/reasons/es.json"),
  fr: () => import("../../messages/reasons/fr.json"),
  it: () => import("../../messages/reasons/it.json"),
};
const sayings = new Map<string, Promise<Say>>();

/** Says the server's texts (an error, a field's problem) in the user's language. */
export function useSay(): Say {
  const locale = useLocale();
  const saying = loadSaying(locale);
  return saying === undefined ? sayEnglish : use(saying);
}

/** The same outside of what is rendered. */
export async function loadSay(locale: LanguageTag): Promise<Say> {
  return (await loadSaying(locale)) ?? sayEnglish;
}

function loadSaying(locale: LanguageTag): Promise<Say> | undefined {
  const load = files[locale.slice(0, 2)];
  if (load === undefined) return undefined;
  const known = sayings.get(locale);
  if (known) return known;
  // Without the file the texts stay English.
  const loading = load().then(
    ({ default: reasons }) => toSay(reasons as CompiledTexts, locale),
    () => sayEnglish,
  );
  sayings.set(locale, loading);
  return loading;
}

function sayEnglish({ message }: Said): string {
  return message;
}

function toSay(reasons: CompiledTexts, locale: LanguageTag): Say {
  // A stored reason may lack a value that its text asks for today: its English is complete.
  const options = { locale, messages: reasons, onError: () => {}, getMessageFallback: () => "" };
  const t = createTranslator(options) as unknown as Translate;
  const say: Say = ({ message, code, reason = code, values = {} }) => {
    if (reason === undefined || !Object.hasOwn(reasons, reason)) return message;
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return t(reason, Object.fromEntries(given.map(([name, value]) => [name, sayValue(value)]))) || message;
  };
  function sayValue(value: unknown): string | number {
    if (typeof value === "number") return value;
    if (typeof value !== "object" || value === null) return String(value);
    return isMoney(value) ? `${value.currency} ${formatMoney(value, locale)}` : say(value as Said);
  }
  return say;
}

function isMoney(value: object): value is { amountMinor: number; currency: string } {
  return "amountMinor" in value && "currency" in value;
}
