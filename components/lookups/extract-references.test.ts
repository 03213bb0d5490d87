import { expect, test } from "vitest";
import { extractCalmly, extractReferences, referencesOfAddress } from "./extract-references.ts";

test("references come out of columns, lists and sentences, once each and in order", () => {
  expect(extractReferences("POSA02600417QKX2\nPOSA02600418QKX2\r\nPOSA02600417QKX2")).toEqual([
    "POSA02600417QKX2",
    "POSA02600418QKX2",
  ]);
  expect(extractReferences("813705;\t410227, 800004")).toEqual(["813705", "410227", "800004"]);
  expect(extractReferences("Hello, please look at POSA02600417QKX2. Regards, a@b.example")).toEqual(["POSA02600417QKX2"]);
});

test("another spelling of the same reference is folded into the first", () => {
  expect(extractReferences("posa02600417qkx2\nPOSA02600417QKX2\nRF/12345678 abcd\nRF/12345678 ABCD")).toEqual([
    "posa02600417qkx2",
    "RF/12345678 abcd",
  ]);
});

test("a reference with a slash and a space stays whole on its line", () => {
  expect(extractReferences("RF/12345678 ABCD\nPOSA02600417QKX2")).toEqual(["RF/12345678 ABCD", "POSA02600417QKX2"]);
});

test("a million characters are read in well under a second", () => {
  const text = "POSA02600417QKX2 and so on, ".repeat(36_000);
  expect(extractReferences(text)).toEqual(["POSA02600417QKX2"]);
});

test("what is read calmly is what is read at once, with pauses between, and nothing once it is no longer wanted", async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `and POSA0260${index}QKX2.`).join("\n");
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const calm = await extractCalmly(text, { atOnceMs: 0, pause, isWanted: () => true });
  expect(calm).toEqual(extractReferences(text));
  expect(calm).toHaveLength(30_000);
  expect(pauses).toBeGreaterThan(10);
  const given = pauses;
  expect(await extractCalmly(text, { atOnceMs: 0, pause, isWanted: () => pauses < given + 3 })).toBeUndefined();
});

test("one line of a million characters is split at its spaces", () => {
  const found = extractReferences(Array.from({ length: 60_000 }, (_, index) => `POSA0260${index}QKX2`).join(" "));
  expect(found).toHaveLength(60_000);
});

test.each([
  ["ORD-1001,12.40,EUR,2026-03-04", ["ORD-1001"]],
  ["ORD-1001;12,40;EUR;04.03.2026", ["ORD-1001"]],
  ["ORD-1001\t1,234.50\t04/03/2026", ["ORD-1001"]],
  ["ORD-1001;1.234,50;2026-03-04 11:20:05", ["ORD-1001"]],
  ['"ORD-1001","1234.50","2026-03-04T11:20:05.123+02:00"', ["ORD-1001"]],
  ["ORD-1001 1234.50 EUR 31/03/2026 9:15", ["ORD-1001"]],
  ["ORD-1001 1234.50", ["ORD-1001"]],
  ["ORD-1001 2026-03-04", ["ORD-1001"]],
  ["ORD-1001 11:20:05", ["ORD-1001"]],
  ["ORD-1001;€1234.50;-1234.50;1234.50 zł", ["ORD-1001"]],
  ["Paid 1234.50. On 04.03.2026. As POSA02600417QKX2.", ["POSA02600417QKX2"]],
])("amounts and days are no references: %j", (text, references) => {
  expect(extractReferences(text)).toEqual(references);
});

test.each([
  "800007",
  "1234567890",
  "20260304",
  "2026-03-04-0017",
  "2026-0304",
  "2026-13-45",
  "12.40-A",
  "A12.40",
  "1234.50.1",
  "2026.000123",
  "2024.001",
  "31032026",
  "04-03-2026-1",
  "00001.A",
  "2026-03-04T11:20-A7",
  "12:34:AB",
])("%s stays a reference", (reference) => {
  expect(extractReferences(reference)).toEqual([reference]);
});

test("whole numbers that commas separate stay references", () => {
  expect(extractReferences("800007,12,1234567890,1234567")).toEqual(["800007", "1234567890", "1234567"]);
});

test("references of an address are taken as they are, each once", () => {
  expect(referencesOfAddress("1001, POSA1,,posa1,2026-03-04,RF/1 A")).toEqual(["1001", "POSA1", "2026-03-04", "RF/1 A"]);
  expect(referencesOfAddress("")).toEqual([]);
});
