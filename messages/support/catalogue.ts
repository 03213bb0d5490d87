import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { compileMessage } from "#lib/core/compile-messages.ts";
import formatCompiled from "#lib/core/format-message.ts";
import { type Language, languageTag } from "#lib/core/languages.ts";

type Words = { [key: string]: string | Words };

/** Every text of a language's screens by its full key, such as `table.filters.none`. */
export function readLanguage(code: string): Map<string, string> {
  const folder = new URL(`../${code}/`, import.meta.url);
  const words = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const namespace = name.replace(/\.json$/, "");
    for (const [key, text] of flatten(JSON.parse(readFileSync(new URL(name, folder), "utf8"))))
      words.set(`${namespace}.${key}`, text);
  }
  return words;
}

/** The server's sentences of a language by their reason. */
export function readReasons(code: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../reasons/${code}.json`, import.meta.url), "utf8"));
}

/** The texts that are compiled for browsers: those of the screens, the server's sentences, and what is said to callers. */
export function readCompiled(code: string): Map<string, string> {
  const caller: Words = JSON.parse(readFileSync(new URL(`../caller/${code}.json`, import.meta.url), "utf8"));
  // The server's texts are English: browsers load no file of these.
  const reasons = code === "en" ? {} : readReasons(code);
  return new Map([...readLanguage(code), ...flatten(reasons, "reasons."), ...flatten(caller, "caller.")]);
}

type Values = Record<string, unknown>;

/** A text as people read it: the number 3 for every value unless given, without tags. */
export function formatText(code: Language, text: string, onError: () => void, values: Values = {}): string {
  const given = { ...valuesFor(text), ...values };
  return createTranslator({ locale: languageTag(code), messages: { text }, onError }).markup("text", given);
}

/** The same of a compiled text, as pages say it. */
export function formatCompiledText(code: Language, text: string, values: Values = {}): string {
  const formatters = {
    getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...options),
    getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
    getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
  };
  const options = { locale: languageTag(code), formatters, cache: {} } as unknown as Parameters<typeof formatCompiled>[3];
  return [formatCompiled("text", compileMessage(text), { ...valuesFor(text), ...values }, options)]
    .flat(Number.POSITIVE_INFINITY)
    .join("");
}

/** Values that lead into each branch of a text: 3, 0 and 1 for what is counted, and for its selects each word before a brace. */
export function branchesOf(text: string): Values[] {
  const namesOf = (kind: RegExp) => [...text.matchAll(kind)].map(([, name = ""]) => name);
  const counts = namesOf(/\{(\w+), (?:plural|selectordinal),/g);
  const selects = namesOf(/\{(\w+), select,/g);
  const words = selects.length === 0 ? [] : new Set(namesOf(/(\w+) \{/g));
  const all = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const numbers = counts.length === 0 ? [3] : [3, 0, 1];
  return numbers.flatMap((count) => ["", ...words].map((word) => ({ ...all(counts, count), ...all(selects, word) })));
}

function flatten(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

function valuesFor(text: string) {
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => [tag, (chunks: string) => chunks] as const);
  const dates = [...text.matchAll(/\{(\w+), (?:date|time)/g)].map(([, name = ""]) => [name, new Date(0)] as const);
  const holes = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = ""]) => [name, 3] as const);
  return Object.fromEntries([...holes, ...dates, ...tags]);
}
