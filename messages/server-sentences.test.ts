import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { readServerSentences } from "./support/server-sentences.ts";

/** For terminals or programs only, always in English. */
const notForBrowsers = ["lib/services/environments/connect-file.ts"];

const files = globSync("lib/{core,contract,gateway,ledger-sync,notifications,server,services}/**/*.ts").filter(
  (file) => !/\.test\.|\/testing\/|\/openapi\//.test(file) && !notForBrowsers.includes(file),
);

test("errors and schemas say only texts that have a reason", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => readServerSentences(file).map((text) => `${file}: ${text}`))).toEqual([]);
});
