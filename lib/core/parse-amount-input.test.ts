import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountMinorMax,
  formatAmount,
  parseTypedDecimal,
  readTypedAmount,
  splitCurrency,
  toTypedDecimal,
} from "./parse-amount-input.ts";

const read = (text: string, currency = "EUR", locale = "en-GB") => readTypedAmount(text, { currency, locale });

describe("an amount is parsed exactly in the user's locale", () => {
  test.each([
    ["12.34", "EUR", "en-GB", 1234],
    ["1234", "JPY", "en-GB", 1234],
    ["1,234", "JPY", "en-GB", 1234],
    ["1.234", "KWD", "en-GB", 1234],
    ["1,234.56", "EUR", "en-GB", 123_456],
    ["1.234,56", "EUR", "de-DE", 123_456],
    ["1.234", "EUR", "de-DE", 123_400],
    ["1,234", "EUR", "en-GB", 123_400],
    ["1,234", "KWD", "de-DE", 1234],
    ["0,500", "KWD", "en-GB", 500],
    ["0.500", "KWD", "de-DE", 500],
    ["00,500", "KWD", "en-GB", 500],
    ["0,50", "EUR", "en-GB", 50],
    ["1 234,56", "EUR", "fr-FR", 123_456],
    ["1\u202f234,56", "EUR", "fr-FR", 123_456],
    ["1'234.56", "CHF", "de-CH", 123_456],
    ["1234,56", "EUR", "bg-BG", 123_456],
    ["1,23,456.70", "INR", "en-IN", 12_345_670],
    ["١٢٫٣٤", "EUR", "ar-EG", 1234],
    ["€12.34", "EUR", "en-GB", 1234],
    ["12,34 EUR", "EUR", "de-DE", 1234],
    ["12,34 zł", "PLN", "pl-PL", 1234],
    ["12,34 ZŁ", "PLN", "pl-PL", 1234],
    ["100 Kč", "CZK", "cs-CZ", 10_000],
    ["1 234,50 kr", "SEK", "sv-SE", 123_450],
    ["kr 1.234,50", "NOK", "de-DE", 123_450],
    ["100,00 kr.", "DKK", "da-DK", 10_000],
    ["12 lei", "RON", "en-GB", 1200],
    ["500 Ft", "HUF", "hu-HU", 50_000],
    ["12,34 лв.", "BGN", "bg-BG", 1234],
    ["12,34 лв", "BGN", "bg-BG", 1234],
    ["0.10", "EUR", "en-GB", 10],
    ["0.20", "EUR", "en-GB", 20],
    ["0", "EUR", "en-GB", 0],
    ["1234.00", "JPY", "en-GB", 1234],
    ["9999999999.99", "EUR", "en-GB", amountMinorMax],
  ])("%s %s in %s is %i minor units", (text, currency, locale, amountMinor) => {
    expect(read(text, currency, locale)).toEqual({ amountMinor });
  });

  test.each(["C", "", "en_US", "en-US-u-hc-h12", "x"])("a habit that the browser names %j does no harm", (habit) => {
    expect(readTypedAmount("12.40", { currency: "EUR", locale: "en-GB", habit })).toEqual({ amountMinor: 1_240 });
  });

  test("text that is no number of the locale is parsed in the other format", () => {
    expect(read("12,34")).toEqual({ amountMinor: 1234 });
    expect(read("1.234,56")).toEqual({ amountMinor: 123_456 });
    expect(read("12.34", "EUR", "de-DE")).toEqual({ amountMinor: 1234 });
    expect(read("1,234.56", "EUR", "de-DE")).toEqual({ amountMinor: 123_456 });
  });

  test("0.1 and 0.2 are 0.3, as no binary fraction is", () => {
    const [one, two] = [read("0.1"), read("0.2")];
    if ("problem" in one || "problem" in two) throw new Error("they can be read");
    expect(formatAmount({ amountMinor: one.amountMinor + two.amountMinor, currency: "EUR" }, "en-GB")).toBe("0.30 EUR");
  });
});

describe("an invalid amount is rejected with a message", () => {
  test.each([
    ["-5", "EUR", "en-GB", /above zero/],
    ["−5,00", "EUR", "de-DE", /above zero/],
    ["12.345", "EUR", "en-GB", /no more than 2 decimals/],
    ["1.2345", "KWD", "en-GB", /no more than 3 decimals/],
    ["10.5", "JPY", "en-GB", /Yen has no decimals/],
    ["1,234", "EUR", "de-DE", /no more than 2 decimals/],
    ["1000000000000000", "EUR", "en-GB", /At most 9,999,999,999\.99 EUR/],
    ["1.000.000.000.000.000", "EUR", "de-DE", /At most 9\.999\.999\.999,99 EUR/],
    ["99999999999999999999999", "EUR", "en-GB", /At most/],
    ["10000000000", "EUR", "en-GB", /At most/],
    ["", "EUR", "en-GB", /Enter an amount/],
    ["abc", "EUR", "en-GB", /Enter it like 1,234\.56 EUR/],
    ["€.50", "EUR", "en-GB", /isn't an amount/],
    ["12,34 złoty", "PLN", "pl-PL", /isn't an amount/],
    ["1,2,3", "EUR", "en-GB", /isn't an amount/],
    ["0,500,000", "EUR", "en-GB", /isn't an amount/],
    ["0,500", "JPY", "en-GB", /Yen has no decimals/],
    ["12,345.67.8", "EUR", "en-GB", /isn't an amount/],
    ["12,", "EUR", "en-GB", /isn't an amount/],
    ["1e3", "EUR", "en-GB", /isn't an amount/],
    ["0x10", "EUR", "en-GB", /isn't an amount/],
    ["NaN", "EUR", "en-GB", /isn't an amount/],
  ])("%s %s in %s", (text, currency, locale, why) => {
    expect(read(text, currency, locale)).toEqual({ problem: expect.objectContaining({ message: expect.stringMatching(why) }) });
  });
});

describe("when the app's language and the browser's write numbers differently", () => {
  const german = (text: string, currency = "EUR") => readTypedAmount(text, { currency, locale: "de-DE", habit: "en-US" });

  test("text that is valid in only one of them, or the same in both, is parsed", () => {
    expect(german("1.234,56")).toEqual({ amountMinor: 123_456 });
    expect(german("1,234.56")).toEqual({ amountMinor: 123_456 });
    expect(german("12,34")).toEqual({ amountMinor: 1234 });
    expect(german("12.34")).toEqual({ amountMinor: 1234 });
    expect(german("1234")).toEqual({ amountMinor: 123_400 });
    expect(readTypedAmount("1'234.50", { currency: "CHF", locale: "de-DE", habit: "de-CH" })).toEqual({ amountMinor: 123_450 });
  });

  test.each([
    ["1.234", "EUR", "1234"],
    ["1,234", "EUR", "1234"],
    ["1.234", "KWD", "1234 / 1,2340"],
    ["1,234", "KWD", "1,2340 / 1234"],
  ])("%s %s is refused, with ways to type it that are clear", (text, currency, clear) => {
    expect(german(text, currency)).toEqual({
      problem: {
        message: `This amount is ambiguous. Enter it like ${clear}.`,
        reason: "amount_ambiguous",
        values: { example: clear },
      },
    });
    for (const each of clear.split(" / ")) expect(german(each, currency)).toHaveProperty("amountMinor");
  });

  test("no text is parsed as an amount that neither format means", () => {
    const locales = ["en-GB", "de-DE", "fr-FR", "it-IT", "es-ES", "bg-BG", "de-CH", "en-US"];
    const text = fc.stringMatching(/^[0-9]{1,3}([.,' ][0-9]{3}){0,2}([.,][0-9]{0,4})?$/);
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.constantFrom(...locales), text, (locale, habit, typed) => {
        const both = readTypedAmount(typed, { currency: "KWD", locale, habit });
        const alone = readTypedAmount(typed, { currency: "KWD", locale: habit });
        if ("amountMinor" in both && "amountMinor" in alone) expect(both).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });
});

test("every amount formatted in any locale is parsed back exactly", () => {
  const locales = [
    "en-GB",
    "en-US",
    "de-DE",
    "de-CH",
    "de-AT",
    "fr-FR",
    "bg-BG",
    "it-IT",
    "es-ES",
    "pt-PT",
    "pl-PL",
    "sv-SE",
    "el-GR",
  ];
  const more = ["ro-RO", "nl-NL", "en-IN", "hi-IN", "ar-EG", "fa-IR", "ja-JP", "tr-TR"];
  fc.assert(
    fc.property(
      fc.constantFrom(...locales, ...more),
      fc.constantFrom("EUR", "JPY", "KWD", "CLF"),
      fc.integer({ min: 0, max: amountMinorMax }),
      (locale, currency, amountMinor) => {
        expect(readTypedAmount(formatAmount({ amountMinor, currency }, locale), { currency, locale })).toEqual({ amountMinor });
      },
    ),
    { numRuns: 500 },
  );
});

test("a filter amount is parsed in the locale's or another format, and displayed as typed", () => {
  const plain = (text: string, locale: string) => parseTypedDecimal(text, locale);
  expect([plain("100", "en"), plain(" 1,234.50 ", "en"), plain("100,50", "en")]).toEqual(["100", "1234.50", "100.50"]);
  expect([plain("1.234,5", "de"), plain("100.50", "de"), plain("ten", "de")]).toEqual(["1234.5", "100.50", undefined]);
  for (const locale of ["en", "de", "fr", "it", "es", "bg"]) {
    expect(plain(toTypedDecimal("1234.567", locale), locale)).toBe("1234.567");
  }
});

test.each([
  ["100 EUR", { amount: "100", currency: "EUR" }],
  ["eur 1,234.50", { amount: "1,234.50", currency: "EUR" }],
  ["5048JPY", { amount: "5048", currency: "JPY" }],
  ["100", { amount: "100" }],
  ["100 coins", { amount: "100 coins" }],
])("the currency of %s is taken apart", (text, parts) => {
  expect(splitCurrency(text)).toEqual(parts);
});
