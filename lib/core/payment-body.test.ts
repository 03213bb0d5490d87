import { describe, expect, test } from "vitest";
import { applyPaymentBodyPatch, findPatchProblems, type PaymentBodyPatch } from "./payment-body.ts";

const body = {
  amount: { value: 1234, currency_code: "EUR", tip: 100 },
  terminal_id: "81000001",
  reference_number: "CF-1",
  description: "{terminal_id}",
  app_name: "Counterfoil",
  app_version: "1.0",
};
const shortBody = { ...body, amount: { value: 1234, currency_code: "EUR" } };

test.each<[object, object, object]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{}, JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
])("%j with %j is %j, as RFC 7396 has it", (target, patch, result) => {
  expect(JSON.stringify(applyPaymentBodyPatch(target as typeof body, patch as PaymentBodyPatch))).toBe(JSON.stringify(result));
});

describe("a member's name in braces", () => {
  const patched = (patch: PaymentBodyPatch, payment: Record<string, unknown> = body) => applyPaymentBodyPatch(payment, patch);

  test("stands for that member, with its own type, anywhere in the patch", () => {
    const { amount: _, terminal_id: __, ...rest } = body;
    const patch = { tid: "{terminal_id}", terminal_id: null, amount: "{amount.value}", money: ["{amount.currency_code}", 2] };
    expect(patched(patch)).toEqual({ ...rest, tid: "81000001", amount: 1234, money: ["EUR", 2] });
  });

  test("of a member that this payment does not have is left out", () => {
    expect(patched({ pos: { tip: "{amount.tip}" }, list: ["{amount.tip}", null] }, shortBody)).toEqual({
      ...shortBody,
      pos: {},
      list: [null],
    });
  });

  test("in a description that staff typed is plain text", () => {
    expect(patched({ note: "{description}" })).toMatchObject({ description: "{terminal_id}", note: "{terminal_id}" });
  });
});

const fieldsOf = (patch: unknown) => findPatchProblems(patch as PaymentBodyPatch).map(({ path }) => path.join("."));
const moved = { terminal_id: null, reference_number: null, amount: null };
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

test.each<[string, object]>([
  ["nothing", {}],
  ["what nobody needs taken out", { app_name: null, app_version: null, description: null, operator_code: null }],
  ["a member with another name", { tid: "{terminal_id}", terminal_id: null }],
  ["a flat amount", { amount: "{amount.value}", currency: "{amount.currency_code}", tip: "{amount.tip}" }],
  ["an amount written twice", { total: "{amount.value}" }],
  ["an amount within its own place", { amount: { value: { minor: "{amount.value}" } } }],
  [
    "everything moved",
    {
      ...moved,
      a: { v: "{amount.value}", c: "{amount.currency_code}", t: "{amount.tip}" },
      b: ["{terminal_id}", "{reference_number}"],
    },
  ],
  ["constants beside", { channel: "POS", flags: [1, true, null], amount: { exponent: 2 } }],
  ["JSON as a text", { note: '{"a":1}' }],
  ["five levels", { a: deep(4) }],
])("%s may be changed", (_, patch) => {
  expect(fieldsOf(patch)).toEqual([]);
});

test.each<[string, object, string[]]>([
  ["an amount taken out", { amount: { value: null } }, ["amount.value"]],
  ["a constant where the amount stood", { amount: { value: 1234 } }, ["amount.value"]],
  [
    "a constant where the amount stood, though it stands elsewhere",
    { total: "{amount.value}", amount: { value: 1 } },
    ["amount.value"],
  ],
  [
    "a constant in the place of amounts",
    { total: "{amount.value}", amount: 5 },
    ["amount.value", "amount.currency_code", "amount.tip"],
  ],
  ["the tip in the place of the amount", { amount: { value: "{amount.tip}" } }, ["amount.value"]],
  ["an amount written three times", { a: "{amount.value}", b: ["{amount.value}"] }, ["amount.value"]],
  ["a tip taken out", { amount: { tip: null } }, ["amount.tip"]],
  ["another currency", { amount: { currency_code: "USD" } }, ["amount.currency_code"]],
  ["no terminal", { terminal_id: null }, ["terminal_id"]],
  ["another terminal", { terminal_id: "81000002", tid: "{terminal_id}" }, ["terminal_id"]],
  ["no reference", { reference_number: null }, ["reference_number"]],
  ["one reference for all", { reference_number: "shop", ref: "{reference_number}" }, ["reference_number"]],
  ["a member that there is not", { pos: { tid: "{tid}" } }, ["pos.tid"]],
  ["six levels", { a: deep(5) }, ["a.a.a.a.a"]],
  ["4,097 bytes", { note: "x".repeat(4_097 - '{"note":""}'.length) }, [""]],
  ["a number that would change", { n: 2 ** 60 }, ["n"]],
])("%s is refused, and named", (_, patch, fields) => {
  expect(fieldsOf(patch)).toEqual(fields);
});
