import { expect, test } from "vitest";
import { toFindQuery } from "./parse-query.ts";

const thousand = ["1234", "1234.00", "1234.000"];

test.each([
  ["12.34", ["12.34", "12.340"]],
  ["12,34", ["12.34", "12.340"]],
  ["EUR 1,234.50", ["1234.50", "1234.500"]],
  ["1.234,50 EUR", ["1234.50", "1234.500"]],
  ["-12.34", ["12.34", "12.340"]],
  ["18.4", ["18.4", "18.40", "18.400"]],
  ["\u221218.40 EUR", ["18.40", "18.400"]],
  ["1\u202f234,50 EUR", ["1234.50", "1234.500"]],
  ["12\u00a0345,50", ["12345.50", "12345.500"]],
  ["12 345,50", ["12345.50", "12345.500"]],
  ["1’234.50 CHF", ["1234.50", "1234.500"]],
  ["€12.34", ["12.34", "12.340"]],
  ["\u221212,34 €", ["12.34", "12.340"]],
  ["0,500", ["0.500"]],
  // Either 1.234 dinars or, in groups of three digits, 1234.
  ["1.234", ["1.234", ...thousand]],
  ["1,234 KWD", ["1.234", ...thousand]],
  ["1 234 JPY", thousand],
  ["1234 JPY", thousand],
  ["1\u202f234", thousand],
  ["1,234,567", ["1234567", "1234567.00", "1234567.000"]],
])("the amount %s is searched as %j and never asked of gateways", (typed, values) => {
  expect(toFindQuery(typed)).toEqual({ values, mayBeReference: false });
});

test("a number in groups with spaces is no amount without a currency", () => {
  expect(toFindQuery("123 456 789")).toEqual({ values: ["123456789"], mayBeReference: true });
});

test.each(["POSA02600417QKX2", "hb-2026 0001", "000112233", "RF/123456 QKXP", "359888123456"])(
  "%s may be a reference",
  (typed) => {
    expect(toFindQuery(typed).mayBeReference).toBe(true);
  },
);

test.each([
  ...["4242", "12345", "a@b.example", "Ivan Petrov", "Ivan Petrov 1980", "invoice 42", "refused", "Pensiunea"],
  ...["+359888123456", "+359 888 123 456", "0888123456", "0888 123 456", "(02) 981 2345", "00359888123456"],
])("%s is not asked of gateways", (typed) => {
  expect(toFindQuery(typed).mayBeReference).toBe(false);
});

test("case, spaces and dashes do not matter", () => {
  expect(toFindQuery("hb-2026 0001").values).toEqual(["HB20260001"]);
});
