import { expect, test } from "vitest";
import { fieldSearchHref, readFieldSearch, searchFields } from "./field-search.ts";

test.each([
  ["order:ORD-1", { orderNumber: "ORD-1" }],
  ["card:4242 12.34", { card: "4242", amountMin: "12.34", amountMax: "12.34" }],
  ["12,34 card:*4242", { card: "4242", amountMin: "12.34", amountMax: "12.34" }],
  ['TAG:"Late payer" currency:eur', { tag: "Late payer", currency: "EUR" }],
  ['tag:"no end', { tag: "no end" }],
  ["tag:vip ORD-2", { tag: "vip", q: "ORD-2" }],
  ["merchant:corner-cafe 813705", { merchant: "corner-cafe", q: "813705" }],
  ["tag:vip 100023456", { tag: "vip", q: "100023456" }],
  ["tag:vip 12.34", { tag: "vip", amountMin: "12.34", amountMax: "12.34" }],
  ["card:4242 50", { card: "4242", amountMin: "50", amountMax: "50" }],
  ["amount:12.34 50", { amountMin: "12.34", amountMax: "12.34", q: "50" }],
  ["merchant:Corner-Cafe from:2026-03-01 to:2026-03-31", { merchant: "corner-cafe", from: "2026-03-01", to: "2026-03-31" }],
  ["ref:POSA:1", { q: "POSA:1" }],
  ["amount:much", { amountMin: "much", amountMax: "much" }],
  ["type:013 account:5 terminal:81000001", { type: "013", account: "5", terminal: "81000001" }],
])("%s sets filters", (text, filters) => {
  expect(readFieldSearch(text)).toEqual({ kind: "fields", filters });
});

test.each(["", "ORD-1", "4242 12.34", "order: ORD-1", "12:30", "https://shop.example/pay?a:b", ":x", "a1:b", 'tag:""'])(
  "%j is searched as it is",
  (text) => {
    expect(readFieldSearch(text)).toEqual({ kind: "text" });
  },
);

test.each([
  "ref:ABC123 other",
  "other ref:ABC123",
  "ref:ABC123 ref:DEF456",
  "order:ORD-1 order:ORD-2",
  "amount:12.34 amount:50 tag:vip",
  "card:4242 tag:vip CARD:1111",
])("%j sets no filter twice, and is searched as it is, so that nothing typed is lost", (text) => {
  expect(readFieldSearch(text)).toEqual({ kind: "text" });
});

test.each([
  ["card:4242 card:*4242", { card: "4242" }],
  ["ref:ABC123 ABC123", { q: "ABC123" }],
  ["ref:ABC123 12.34", { q: "ABC123", amountMin: "12.34", amountMax: "12.34" }],
])("%s sets each filter once", (text, filters) => {
  expect(readFieldSearch(text)).toEqual({ kind: "fields", filters });
});

test.each([
  ["ordr:ORD-1", "ordr"],
  ["card:4242 Constructor:x", "constructor"],
])("%s names a field that there is not", (text, name) => {
  expect(readFieldSearch(text)).toEqual({ kind: "unknown", name });
  expect(searchFields).not.toContain(name);
});

test("a value stands in the address as it was typed", () => {
  expect(fieldSearchHref("demo", { tag: "a&b=c", q: undefined })).toBe("/demo/transactions?tag=a%26b%3Dc");
});

test("a long text is read in one pass", () => {
  const text = 'a:"'.repeat(20_000);
  expect(readFieldSearch(text)).toMatchObject({ kind: "unknown", name: "a" });
});
