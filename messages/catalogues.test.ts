import { expect, test } from "vitest";
import { languageCodes } from "#lib/core/languages.ts";
import { formatText, readLanguage } from "./support/catalogue.ts";

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
  for (const [key, text] of readLanguage(code)) formatText(code, text, () => failed.push(key));
  expect(failed).toEqual([]);
});

/** The names of ICU arguments and tags without duplicates: plural forms may repeat them as the language requires. */
function holesOf(text: string): string {
  const names = [...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, hole, tag]) => hole ?? `<${tag}>`);
  const cases = new Set([...text.matchAll(/(\w+|=\d+) \{/g)].map(([, name]) => name));
  return [...new Set(names.filter((name) => !cases.has(name)))].sort().join();
}
