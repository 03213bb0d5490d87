import { globSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { errorCodes } from "#lib/core/errors.ts";
import { languageCodes, languageTag } from "#lib/core/languages.ts";
import { labelText } from "#lib/services/transactions/gateway-detail.ts";
import { readReasons } from "./support/catalogue.ts";
import { serverTexts } from "./support/server-texts.ts";
import { readSourceWords } from "./support/source-words.ts";

const english = Object.fromEntries(serverTexts);
const others = languageCodes.filter((code) => code !== "en");
const sources = globSync("lib/**/*.ts").filter((file) => !/\.test\.|texts\.ts$/.test(file));

test("no two texts have the same reason", () => {
  expect(serverTexts.length).toBeGreaterThan(300);
  expect(Object.keys(english)).toHaveLength(serverTexts.length);
});

/** Scripts may show `message` to people: `en.json` records it, so that no English changes by accident. */
test("the English of every reason is as recorded", () => {
  expect(english).toEqual(readReasons("en"));
});

test.each(others)("%s says every reason, with the same values", (code) => {
  const own = readReasons(code);
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  const differing = Object.entries(own).filter(
    ([reason, text]) => placeholdersOf(text) !== placeholdersOf(english[reason] ?? ""),
  );
  expect(differing).toEqual([]);
});

test.each(others)("every reason can be said in %s", (code) => {
  const failed: string[] = [];
  for (const [reason, text] of Object.entries(readReasons(code))) {
    const t = createTranslator({ locale: languageTag(code), messages: { text }, onError: () => failed.push(reason) });
    t("text", Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "3"])));
  }
  expect(failed).toEqual([]);
});

test("every reason is used", { meta: { slow: "parses every file of lib" } }, () => {
  const words = sources.map(readSourceWords);
  const written = new Set(words.flatMap(({ strings }) => strings));
  // Computed reasons, such as `type_${code}`.
  const beginnings = words
    .flatMap(({ templates }) => templates.map(({ beginning }) => beginning))
    .filter((text) => /^\w+_$/.test(text));
  // A code is its own reason, and the labels of a gateway are found by what it writes.
  const known = new Set<string>([...errorCodes, ...Object.keys(labelText.english)]);
  const own = Object.keys(english).filter((reason) => !known.has(reason));
  expect(own.filter((reason) => !written.has(reason) && !beginnings.some((text) => reason.startsWith(text)))).toEqual([]);
});

function placeholdersOf(text: string): string {
  return [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();
}
