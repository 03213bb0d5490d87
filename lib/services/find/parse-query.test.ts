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

test.each(["POSA02600417QKX2", "hb-2026 0001", "000112233"])("%s may be a reference", (typed) => {
  expect(toFindQuery(typed).mayBeReference).toBe(true);
});

test.each(["4242", "a@b.example", "+359888123456", "12345"])("%s is not asked of gateways", (typed) => {
  expect(toFindQuery(typed).mayBeReference).toBe(false);
});

test("case, spaces and dashes do not matter", () => {
  expect(toFindQuery("hb-2026 0001").value).toBe("HB20260001");
});
