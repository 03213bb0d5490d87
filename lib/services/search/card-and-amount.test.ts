import { expect, test } from "vitest";
import { parseCardAndAmount } from "./card-and-amount.ts";

test.each([
  ["4242 12.34", "4242", "12.34"],
  ["12,34 4242", "4242", "12.34"],
  ["*4242 EUR 1,234.50", "4242", "1234.50"],
  ["card ending in 4242, 12.34", "4242", "12.34"],
  ["€12.34 •••4242", "4242", "12.34"],
  ["4242 for 12.34 EUR", "4242", "12.34"],
  ["\u221212.34 EUR 4242", "4242", "12.34"],
  ["\u221250 4242", "4242", "50.00"],
  ["1\u202f234,50 EUR 4242", "4242", "1234.50"],
  ["*4242 12\u00a0345,50", "4242", "12345.50"],
  ["4242 1 234,50", "4242", "1234.50"],
  ["12\u202f345 JPY 4242", "4242", "12345"],
])("%j is card %s with %s", (text, digits, amount) => {
  expect(parseCardAndAmount(text)).toEqual([expect.objectContaining({ digits, amounts: expect.arrayContaining([amount]) })]);
});

test("a whole amount is searched with the decimals of every currency", () => {
  expect(parseCardAndAmount("4242 50")).toEqual([{ digits: "4242", amounts: ["50", "50.00", "50.000"] }]);
  expect(parseCardAndAmount("4242 18.4")).toEqual([{ digits: "4242", amounts: ["18.4", "18.40", "18.400"] }]);
});

test("an amount with two decimals is also searched with three", () => {
  expect(parseCardAndAmount("4242 12.34")).toEqual([{ digits: "4242", amounts: ["12.34", "12.340"] }]);
});

test.each(["1,234", "1.234", "1'234", "1,234,567"])("%s is also a whole amount, in groups of three digits", (text) => {
  const whole = text.replaceAll(/\D/gu, "");
  const [found] = parseCardAndAmount(`4242 ${text}`);
  expect(found?.amounts).toEqual(expect.arrayContaining([whole, `${whole}.00`, `${whole}.000`]));
});

test("two numbers that can be either are interpreted both ways", () => {
  expect(parseCardAndAmount("4242 1999").map(({ digits }) => digits)).toEqual(["4242", "1999"]);
});

test.each(["", "4242", "12.34", "POSA02600417QKX2 4242", "4242 12.34 7", "ORD 4242", "4242 a@b.example"])(
  "%j is neither",
  (text) => {
    expect(parseCardAndAmount(text)).toEqual([]);
  },
);
