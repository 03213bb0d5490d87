import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyExponent, isCurrency } from "./currency.ts";
import { formatDecimal, formatMoney, numberToDecimal, parseDecimal } from "./money.ts";

const currencies = fc.constantFrom("EUR", "JPY", "KWD", "CLF", "BGN");
const safeInteger = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe("decimal text", () => {
  test("and minor units are the same amount in either direction, for every currency and safe integer", () => {
    fc.assert(
      fc.property(safeInteger, currencies, (amountMinor, currency) => {
        expect(parseDecimal(formatDecimal({ amountMinor, currency }), currency)).toBe(amountMinor === 0 ? 0 : amountMinor);
      }),
    );
  });

  test.each([
    ["12.34", "EUR", 1234],
    ["12.3", "EUR", 1230],
    ["50", "EUR", 5000],
    ["-0.05", "EUR", -5],
    ["1234", "JPY", 1234],
    ["1234.00", "JPY", 1234],
    ["1.234", "KWD", 1234],
    ["1.2340", "KWD", 1234],
    ["90071992547409.91", "EUR", Number.MAX_SAFE_INTEGER],
  ])("%s %s is %i minor units", (text, currency, minor) => {
    expect(parseDecimal(text, currency)).toBe(minor);
  });

  test.each([
    ["12.345", "EUR"],
    ["1.5", "JPY"],
    ["90071992547409.92", "EUR"],
    ["1e3", "EUR"],
    ["", "EUR"],
    [".5", "EUR"],
    ["1,5", "EUR"],
    ["NaN", "EUR"],
    ["--1", "EUR"],
  ])("%s %s is refused, never rounded", (text, currency) => {
    expect(parseDecimal(text, currency)).toBeUndefined();
  });
});

test("a JSON number keeps its value as plain decimal text", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = numberToDecimal(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("money is shown with its currency's decimals and grouped", () => {
  expect(formatMoney({ amountMinor: -123456789, currency: "EUR" }, "en-GB")).toBe("-1,234,567.89");
  expect(formatMoney({ amountMinor: 1234, currency: "JPY" }, "en-GB")).toBe("1,234");
  expect(formatMoney({ amountMinor: Number.MAX_SAFE_INTEGER, currency: "KWD" }, "en-GB")).toBe("9,007,199,254,740.991");
});

test("a currency exists or it does not", () => {
  expect(["EUR", "JPY", "KWD"].map(isCurrency)).toEqual([true, true, true]);
  expect(["XYZ", "eur", "EURO", ""].map(isCurrency)).toEqual([false, false, false, false]);
  expect(currencyExponent("EUR")).toBe(2);
});
