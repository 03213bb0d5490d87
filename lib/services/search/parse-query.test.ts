import { expect, test } from "vitest";
import { toFindQuery } from "./parse-query.ts";

test.each([
  ["12.34", "12.34"],
  ["12,34", "12.34"],
  ["EUR 1,234.50", "1234.50"],
  ["1.234,50 EUR", "1234.50"],
  ["-12.34", "12.34"],
])("the amount %s is looked for as %s and never asked of gateways", (typed, value) => {
  expect(toFindQuery(typed)).toEqual({ value, mayBeReference: false });
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
  expect(toFindQuery("hb-2026 0001").value).toBe("HB20260001");
});
