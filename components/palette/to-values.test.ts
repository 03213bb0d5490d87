import { expect, test } from "vitest";
import { isPastedText, toValues } from "./to-values.ts";

test("what is typed is looked for as it stands", () => {
  expect(toValues(" 4242 12.34 EUR ")).toEqual(["4242 12.34 EUR"]);
  expect(toValues("hb 202 6-0 001")).toEqual(["hb 202 6-0 001"]);
  expect(toValues("POSA02600417QKX2")).toEqual(["POSA02600417QKX2"]);
  expect(toValues("")).toEqual([]);
  expect(toValues("a")).toEqual([]);
});

test("a reference among other words is looked for too", () => {
  expect(toValues("check POSA02600417QKX2 please")).toEqual(["check POSA02600417QKX2 please", "POSA02600417QKX2"]);
});

test("of a pasted e-mail only what may be a reference is looked for", () => {
  const mail = `Hello,

my customer says the payment POSA02600417QKX2 from yesterday never arrived.
Order: HB-2026-0001. Please call me at info@shop.example

Kind regards`;
  expect(isPastedText(mail)).toBe(true);
  expect(toValues(mail)).toEqual(["POSA02600417QKX2", "HB-2026-0001"]);
});

test("a long column of references is looked for by its first twenty", () => {
  const column = Array.from({ length: 50 }, (_, index) => `POSA026004170${index + 10}`).join("\n");
  expect(toValues(column)).toHaveLength(20);
});
