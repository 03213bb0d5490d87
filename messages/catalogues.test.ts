import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { languageCodes, languageTag } from "#lib/core/languages.ts";

type Words = { [key: string]: string | Words };

const others = languageCodes.filter((code) => code !== "en");
const english = readLanguage("en");

test.each(others)("%s says everything English says, and nothing else", (code) => {
  expect([...readLanguage(code).keys()].sort()).toEqual([...english.keys()].sort());
});

test.each(others)("%s fills in what English fills in", (code) => {
  const own = readLanguage(code);
  const differing = [...english].filter(([key, text]) => holesOf(text) !== holesOf(own.get(key) ?? ""));
  expect(differing.map(([key]) => key)).toEqual([]);
});

test.each(languageCodes)("every text of %s can be formatted", (code) => {
  const failed: string[] = [];
  for (const [key, text] of readLanguage(code)) {
    const onError = () => failed.push(key);
    createTranslator({ locale: languageTag(code), messages: { text }, onError }).markup("text", valuesFor(text));
  }
  expect(failed).toEqual([]);
});

function readLanguage(code: string): Map<string, string> {
  const folder = new URL(`./${code}/`, import.meta.url);
  const words = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const namespace = name.replace(/\.json$/, "");
    for (const [key, text] of flatten(JSON.parse(readFileSync(new URL(name, folder), "utf8"))))
      words.set(`${namespace}.${key}`, text);
  }
  return words;
}

function flatten(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

/** The names of ICU arguments and tags without duplicates: plural forms may repeat them as the language requires. */
function holesOf(text: string): string {
  const names = [...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, hole, tag]) => hole ?? `<${tag}>`);
  const cases = new Set([...text.matchAll(/(\w+|=\d+) \{/g)].map(([, name]) => name));
  return [...new Set(names.filter((name) => !cases.has(name)))].sort().join();
}

function valuesFor(text: string) {
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => [tag, (chunks: string) => chunks] as const);
  const dates = [...text.matchAll(/\{(\w+), (?:date|time)/g)].map(([, name = ""]) => [name, new Date(0)] as const);
  const holes = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = ""]) => [name, 3] as const);
  return Object.fromEntries([...holes, ...dates, ...tags]);
}
