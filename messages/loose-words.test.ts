import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceWords } from "./support/source-words.ts";

const files = globSync("{app,components}/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map(readSourceWords);

test("no word a person reads stands outside the catalogues", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(({ loose }) => loose)).toEqual([]);
});

test("a word outside the catalogues is seen wherever it may stand", () => {
  const { loose } = readSourceWords("messages/support/loose.fixture.tsx");
  const expected = readFileSync("messages/support/loose.fixture.tsx", "utf8").matchAll(/LOOSE/g);
  expect(loose.map((finding) => finding.includes("LOOSE"))).toEqual([...expected].map(() => true));
});
