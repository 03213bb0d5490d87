import { expect, test } from "vitest";
import { exportLookupInput, lookupOperations } from "#lib/contract/lookup.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import { stateOf, toExportedRow, toShownRow } from "./shown-row.ts";

const nameOf = (slug: string) => (slug === "corner-cafe" ? "Corner Cafe" : slug);
const refund: Transaction = {
  id: "1",
  merchant: "corner-cafe",
  reference: "R",
  occurredAt: "2026-03-04T11:20:05Z",
  occurredAtText: "2026-03-04T13:20:05",
  type: "011",
  typeName: "Refund",
  sign: "debit",
  amountMinor: -5,
  amountText: "-0.05",
  currency: "EUR",
  accountNumber: null,
  terminalId: null,
  referenceNumber: null,
  pan: null,
  description: null,
};
const details = [
  { label: "Payment", value: "" },
  { label: "Amount", value: "12.34 EUR" },
];

test("a stored transaction shows type and amount, others the data of the gateway", () => {
  const found = { reference: "R", verdict: "found", merchant: "corner-cafe", notChecked: 0 } as const;
  const synced = { ...found, transaction: { general: {}, details, row: refund } };
  expect(toShownRow(synced, nameOf)).toEqual({
    reference: "R",
    verdict: "found",
    merchant: "Corner Cafe",
    what: "Refund",
    amountMinor: -5,
    amountText: "-0.05",
    currency: "EUR",
  });
  const known = { ...found, transaction: { general: {}, details, row: null } };
  expect(toShownRow(known, nameOf)).toMatchObject({ what: "Payment", amountMinor: null, amountText: "12.34 EUR", currency: "" });
});

test("a number of several payments names their merchants, and no amount", () => {
  const payments = ["corner-cafe", "hotel", "corner-cafe"].map((merchant) => ({ merchant, href: "/" }));
  const row = { reference: "R", verdict: "found", notChecked: 0, several: { payments, isCut: false } } as const;
  const shown = { merchant: null, what: "3 payments: Corner Cafe, hotel", amountMinor: null, amountText: "" };
  expect(toShownRow(row, nameOf)).toMatchObject(shown);
  const cut = { ...row, merchant: "corner-cafe", several: { payments, isCut: true } };
  expect(toShownRow(cut, nameOf)).toMatchObject({ merchant: "Corner Cafe", what: "3 or more payments: Corner Cafe, hotel" });
});

test("not found requires that every gateway was queried", () => {
  const missing = { reference: "R", verdict: "missing", notChecked: 0 } as const;
  expect(stateOf(missing)).toBe("not_found");
  expect(stateOf({ ...missing, notChecked: 2 })).toBe("not_checked");
  expect(toShownRow({ ...missing, notChecked: 2 }, nameOf).verdict).toBe("error");
  const error = { code: "gateway_timeout", message: "The gateway didn't respond in time." };
  expect(stateOf({ reference: "R", verdict: "error", error, notChecked: 0 })).toBe("not_checked");
});

test("a missing one says nothing more, a failed one why", () => {
  expect(toShownRow({ reference: "R", verdict: "missing", notChecked: 0 }, nameOf)).toMatchObject({
    merchant: null,
    what: "",
    amountText: "",
  });
  const error = { code: "gateway_timeout", message: "The gateway didn't respond in time." };
  expect(toShownRow({ reference: "R", verdict: "error", error, notChecked: 0 }, nameOf)).toMatchObject({ what: error.message });
});

const usual = {
  reference: "POSA02600417QKX2",
  verdict: "found",
  merchant: "corner-cafe",
  notChecked: 0,
  transaction: { general: {}, details, row: { ...refund, amountMinor: -123_456_789, amountText: "-1234567.89" } },
} as const;

test("a result of 200,000 usual rows fits into the body of its export", () => {
  const row = toExportedRow(usual, () => "Книжарница Слънчев бряг");
  const bytes = sharedReferencesMax * Buffer.byteLength(`${JSON.stringify(row)},`);
  expect(bytes).toBeLessThan(lookupOperations.exportLookup.bodyBytesMax);
});

test("a row is exported however long the texts of the gateway are", () => {
  const long = [
    { label: "L".repeat(600), value: "" },
    { label: "Amount", value: "1".repeat(200) },
  ];
  const given = { ...usual, transaction: { general: {}, details: long, row: null } };
  const rows = [
    toExportedRow(given, () => "N".repeat(120)),
    toExportedRow(usual, nameOf),
    toExportedRow({ reference: "R", verdict: "missing", notChecked: 0 }, nameOf),
  ];
  expect(exportLookupInput.safeParse({ format: "csv", rows }).error).toBeUndefined();
  expect(rows.map(({ amountText }) => amountText)).toEqual(["1".repeat(100), undefined, undefined]);
});
