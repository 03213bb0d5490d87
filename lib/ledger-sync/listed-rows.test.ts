import { expect, test } from "vitest";
import { toDayNumber } from "#lib/core/days.ts";
import { toLedgerRow } from "./ledger-row.ts";
import { createListedRows } from "./listed-rows.ts";
import { ledgerRow } from "./testing/paged-ledger.ts";

const days = { from: toDayNumber("2026-03-01"), to: toDayNumber("2026-03-08") };
const place = {
  ...{ merchantId: "m", environment: "sandbox", zone: "Europe/Sofia", accountNumber: "A" },
  ...{ readAt: new Date("2026-03-08T10:00:00Z"), guessedAt: new Date("2026-03-08T10:00:00Z") },
};
const list = (id: string, occurredAtText: string, accountNumber = "A") =>
  toLedgerRow(ledgerRow(id, occurredAtText, { accountNumber, description: "long ".repeat(100) }), id, place);

test("of a listed row only what is compared stays in memory", () => {
  const { rows, add } = createListedRows(days);
  add([list("1", "2026-03-02T10:00:00")]);
  add([list("2", "2026-03-03 at noon")]);
  expect([...rows]).toEqual([
    ["1", { day: "2026-03-02", currency: "EUR", amountMinor: 1840 }],
    ["2", { day: undefined, currency: "EUR", amountMinor: 1840 }],
  ]);
});

test("rows of other days are left out, though their accounts count as listed", () => {
  const { rows, accounts, add } = createListedRows(days);
  add([list("1", "2026-02-28T10:00:00", "A"), list("2", "2026-03-09T10:00:00", "B"), list("3", "2026-03-08T23:59:59", "C")]);
  expect([...rows.keys()]).toEqual(["3"]);
  expect([...accounts]).toEqual(["A", "B", "C"]);
});
