import fc from "fast-check";
import { expect, test } from "vitest";
import { findPatchProblems, type PaymentBodyPatch, paymentMembers } from "#lib/core/payment-body.ts";
import type { PaymentRequest } from "../requests.ts";
import { toPaymentBody } from "./payment.ts";

const app = { appName: "Counterfoil", appVersion: "1.0" };

/** Values that no patch below contains, so that each one found in a body came from the payment. */
const requests = fc.record<PaymentRequest>(
  {
    amountMinor: fc.integer({ min: 1_000_000, max: 99_999_999_999 }),
    currency: fc.constantFrom("XTS", "XXX", "XAU"),
    tipMinor: fc.integer({ min: 1_000, max: 999_999 }),
    terminalId: fc.stringMatching(/^T[0-9]{8}$/),
    referenceNumber: fc.stringMatching(/^R[0-9]{8}$/),
    description: fc.constantFrom("Table 4", "{amount.value}", "{terminal_id}"),
    operatorCode: fc.constant("O1"),
    extra: fc.dictionary(fc.constantFrom("pos", "tid", "total", "list"), fc.constantFrom(1, null, "x", { tid: 1 }, [1])),
  },
  { requiredKeys: ["amountMinor", "currency", "terminalId", "referenceNumber"] },
);

const names = fc.constantFrom(
  "amount",
  "value",
  "currency_code",
  "tip",
  "terminal_id",
  "reference_number",
  "pos",
  "tid",
  "total",
);
const leaves = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...paymentMembers).map((member): unknown => `{${member}}`) },
  fc.constantFrom<unknown>(null, 1, 999, true, "x", "EUR", "{tid}", []),
);
const { patches } = fc.letrec<{ patches: PaymentBodyPatch; value: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaves, tie("patches"), fc.array(leaves, { maxLength: 2 })),
  patches: fc.dictionary(names, tie("value"), { maxKeys: 4 }),
}));
/** Sets every field, so that more patches are allowed. */
const all = paymentMembers.map((member) => `{${member}}`);

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}

test("every member that the client writes is listed with its path", () => {
  const request = { amountMinor: 1, currency: "EUR", tipMinor: 2, terminalId: "t", referenceNumber: "r" };
  const body = toPaymentBody({ ...request, description: "d", operatorCode: "o" }, { ...app, paymentBody: {} });
  const paths = Object.entries(body).flatMap(([name, value]) =>
    typeof value === "object" ? Object.keys(value ?? {}).map((inner) => `${name}.${inner}`) : [name],
  );
  expect(paths.toSorted()).toEqual([...paymentMembers].toSorted());
});

test("under every allowed patch a payment keeps its value, tip, currency, terminal and reference", () => {
  let used = 0;
  const anyPatch = fc.oneof(
    patches,
    patches.map((patch) => ({ ...patch, all })),
  );
  fc.assert(
    fc.property(anyPatch, requests, (patch, request) => {
      if (findPatchProblems(patch).length > 0) return;
      used += 1;
      const found = leavesOf(toPaymentBody(request, { ...app, paymentBody: patch }));
      const countOf = (wanted: unknown) => found.filter((leaf) => leaf === wanted).length;
      expect([1, 2]).toContain(countOf(request.amountMinor));
      if (request.tipMinor !== undefined) expect([1, 2]).toContain(countOf(request.tipMinor));
      for (const text of [request.currency, request.terminalId, request.referenceNumber]) {
        expect(countOf(text)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 4_000 },
  );
  expect(used).toBeGreaterThan(200);
});

test("whether a patch is allowed never depends on a payment's values: a reserved path always has the payment's own value", () => {
  const moved = { total: "{amount.value}", amount: { value: null } };
  const example = { amountMinor: 1_000_000, currency: "XTS", terminalId: "T00000000", referenceNumber: "R00000000" };
  expect(findPatchProblems(moved)).toEqual([]);
  fc.assert(
    fc.property(patches, requests, (patch, request) => {
      if (findPatchProblems(patch).length > 0) return;
      const { amount, terminal_id, reference_number } = toPaymentBody(request, { ...app, paymentBody: patch });
      // An amount that is still an object may have its value elsewhere, such as `total`.
      const plainAmount = Array.isArray(amount) || typeof amount !== "object" ? amount : undefined;
      const inPlace = [
        [plainAmount, request.amountMinor],
        [(amount as { value?: unknown } | undefined)?.value, request.amountMinor],
        [(amount as { currency_code?: unknown } | undefined)?.currency_code, request.currency],
        [terminal_id, request.terminalId],
        [reference_number, request.referenceNumber],
      ];
      for (const [patched, own] of inPlace) if (patched !== undefined) expect(leavesOf(patched)).toContain(own);
    }),
    { numRuns: 1_000, examples: [[moved, example]] },
  );
});

test("additional fields of a payment never replace what a patch puts at a path of its own", () => {
  const request = { amountMinor: 1_234, currency: "EUR", terminalId: "81000001", referenceNumber: "r" };
  const extra = { tid: "81000002", total: 1, pos: { other: true } };
  const paymentBody = {
    tid: "{terminal_id}",
    terminal_id: null,
    total: "{amount.value}",
    pos: { ref: "{reference_number}" },
  };
  expect(toPaymentBody({ ...request, extra }, { ...app, paymentBody })).toMatchObject({
    tid: "81000001",
    total: 1_234,
    pos: { ref: "r", other: true },
  });
});
