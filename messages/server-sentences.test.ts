import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languageCodes } from "#lib/core/languages.ts";
import { translateSentence } from "#lib/core/translate-sentence.ts";
import { readServerSentences } from "./support/server-sentences.ts";

/** For terminals or programs only, always in English. */
const notForBrowsers = ["lib/services/environments/connect-file.ts"];

const said = globSync("lib/{core,contract,gateway,ledger-sync,notifications,server,services}/**/*.ts")
  .filter((file) => !/\.test\.|\/testing\/|\/openapi\//.test(file) && !notForBrowsers.includes(file))
  .flatMap(readServerSentences);
const others = languageCodes.filter((code) => code !== "en");

test("the sentences that errors and schemas answer with are found", () => {
  expect(said).toContain("Enter your e-mail address.");
  expect(said.length).toBeGreaterThan(80);
});

test.each(others)("whatever the server answers with is said in %s", (code) => {
  const sentences = JSON.parse(readFileSync(new URL(`./sentences/${code}.json`, import.meta.url), "utf8"));
  expect([...new Set(said)].filter((text) => translateSentence(sentences, text, "de-DE") === text)).toEqual([]);
});
