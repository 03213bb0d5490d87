import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCodes, errorText } from "#lib/core/errors.ts";
import { languageCodes } from "#lib/core/languages.ts";

test.each(languageCodes.filter((code) => code !== "en"))("%s says what every error of the table says", (code) => {
  const sentences = JSON.parse(readFileSync(new URL(`./sentences/${code}.json`, import.meta.url), "utf8"));
  expect(errorCodes.filter((error) => !Object.hasOwn(sentences, errorText(error)))).toEqual([]);
});
