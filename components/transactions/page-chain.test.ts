import { expect, test } from "vitest";
import { emptyChain, knownRows, type PageChain, withPage } from "./page-chain.ts";

const full = (nextCursor: string) => ({ rows: 100, nextCursor });
const chainOf = (...cursors: string[]): PageChain =>
  cursors.reduce((chain, cursor, at) => withPage(chain, at, full(cursor)), emptyChain);

test("each page makes the next one known, until one says that it is the last", () => {
  const chain = chainOf("a", "b");
  expect(chain.cursors).toEqual([null, "a", "b"]);
  expect(knownRows(chain, 100)).toBe(200);
  const whole = withPage(chain, 2, { rows: 7, nextCursor: null });
  expect(knownRows(whole, 100)).toBe(207);
  expect(withPage(whole, 2, { rows: 7, nextCursor: null })).toBe(whole);
});

test("a page that ends elsewhere after rows came passes its end on, and what lies behind stays known", () => {
  const chain = withPage(chainOf("a", "b", "c"), 0, full("a2"));
  expect(chain.cursors).toEqual([null, "a2", "b", "c"]);
  expect(withPage(chain, 1, full("b2")).cursors).toEqual([null, "a2", "b2", "c"]);
});

test("a last page that filled up makes room for the next, and one that became the last cuts off the rest", () => {
  const whole = withPage(chainOf("a"), 1, { rows: 99, nextCursor: null });
  expect(knownRows(withPage(whole, 1, full("b")), 100)).toBe(200);
  expect(withPage(chainOf("a", "b", "c"), 1, { rows: 40, nextCursor: null })).toEqual({ cursors: [null, "a"], rowsOfLast: 40 });
});
