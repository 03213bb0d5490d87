import { expect, test } from "vitest";
import { isEnvironment, isMerchantSlug, isTerminalId, isUsualTerminalId, normaliseIdentifier } from "./identifiers.ts";

test("an identifier is compared without case, spaces and dashes of any kind", () => {
  expect(normaliseIdentifier(" hb-2026 0001–1 ")).toBe("HB202600011");
});

test("a slug is lower case, at most 41 characters long, and never a reserved word", () => {
  expect(["corner-cafe", "0", "a".repeat(41)].map(isMerchantSlug)).toEqual([true, true, true]);
  expect(["Corner", "-a", "a".repeat(42), "transactions", "lookups", "new", ""].map(isMerchantSlug)).toEqual(
    Array(7).fill(false),
  );
});

test("there are three environments", () => {
  expect(["sandbox", "demo", "production", "test", ""].map(isEnvironment)).toEqual([true, true, true, false, false]);
});

test("a terminal id is anything visible without spaces; eight digits are usual", () => {
  expect(["81000001", "T-7/ä", "😀".repeat(50)].map(isTerminalId)).toEqual([true, true, true]);
  const refused = ["", " ", "8100 0001", "81\u0000", "8100\u200b0001", "8100\u00a00001", "x".repeat(51)];
  expect(refused.filter(isTerminalId)).toEqual([]);
  expect(["81000001", "8100001", "T-7"].map(isUsualTerminalId)).toEqual([true, false, false]);
});
