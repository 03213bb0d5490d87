import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The first page of a list and its key are made of the same filters, or the page shows rows that the filters leave out. */
const wholeSearch = /\binput: (?:\{ \.\.\.)?\w+\(search\)/;

test("a page sends its list with every filter of the address", () => {
  const pages = globSync("app/**/page.tsx").map((file) => [file, readFileSync(file, "utf8")] as const);
  const lists = pages.flatMap(([file, text]) =>
    text
      .split(/\bprefetch(?:One)?PageOf\(/)
      .slice(1)
      .map((list) => [file, wholeSearch.test(list)]),
  );
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(([, isWhole]) => !isWhole)).toEqual([]);
});
