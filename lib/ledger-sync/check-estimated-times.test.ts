import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs, toDayNumber } from "#lib/core/days.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { checkWindow } from "./check-window.ts";
import { ensureLedgerRead } from "./ensure-ledger-read.ts";
import type { LedgerSource } from "./ports.ts";
import { ledgerRow, type PagedLedger, pagedLedger } from "./testing/paged-ledger.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const firstOfMarch = Date.parse("2026-03-01T12:00:00+02:00");
const whole = { from: toDayNumber("2026-02-06"), to: toDayNumber("2026-03-08") };

/** The gateway lists it under this day, with a time that no one can read. */
const unreadable = (id: string, day: string, amountMinor = 1840) => ledgerRow(id, `${day} at noon`, { amountMinor });

/** A ledger that was read on 1 March and is checked a week later. */
async function readOnce(gateway: PagedLedger) {
  const clock = fixedClock(firstOfMarch);
  const merchant = { id: randomUUID(), slug: "cafe", environment: "sandbox" };
  const source = { db: store.db, vault, clock, merchant, gateway, zone: "Europe/Sofia" };
  await ensureLedgerRead(source, { days: { from: "2026-02-20" }, budgetMs: 10_000 });
  clock.advance(7 * dayMs);
  return source;
}

async function stored({ merchant }: LedgerSource): Promise<string[]> {
  const query = { environment: "sandbox", merchantIds: [merchant.id], order: "oldest" as const, limit: 500 };
  return (await listTransactionRows(store.db, query)).map(({ id, day }) => `${id} ${day}`).toSorted();
}

test("a row whose time cannot be read stays under the day it was first read, and is no difference", async () => {
  const gateway = pagedLedger([ledgerRow("1", "2026-02-25T10:00:00"), unreadable("2", "2026-02-28")]);
  const source = await readOnce(gateway);
  const before = await stored(source);
  expect(before).toEqual(["1 2026-02-25", "2 2026-03-01"]);
  expect(await checkWindow(source, { window: whole })).toEqual({ differing: [], isComplete: true });
  expect(await stored(source)).toEqual(before);
});

test("a row that the gateway lists under an earlier day than the estimated one is not removed by a check of the latter", async () => {
  const source = await readOnce(pagedLedger([unreadable("1", "2026-02-28")]));
  await checkWindow(source, { window: { ...whole, from: toDayNumber("2026-03-01") } });
  expect(await stored(source)).toEqual(["1 2026-03-01"]);
  const { differing } = await checkWindow(source, { window: { ...whole, to: toDayNumber("2026-02-28") } });
  expect(differing).toEqual([]);
  expect(await stored(source)).toEqual(["1 2026-03-01"]);
});

test("of rows whose time cannot be read, those that came and those that changed are differences", async () => {
  const gateway = pagedLedger([unreadable("1", "2026-02-28")]);
  const source = await readOnce(gateway);
  gateway.rows = [unreadable("1", "2026-02-28", 2000), unreadable("2", "2026-03-07")];
  const { differing } = await checkWindow(source, { window: whole });
  const euros = { currency: "EUR" };
  expect(differing).toEqual([
    { day: "2026-03-01", ...euros, gateway: { rows: 1, sumMinor: "2000" }, stored: { rows: 1, sumMinor: "1840" } },
    { day: "2026-03-08", ...euros, gateway: { rows: 1, sumMinor: "1840" }, stored: { rows: 0, sumMinor: "0" } },
  ]);
  expect(await stored(source)).toEqual(["1 2026-03-01", "2 2026-03-08"]);
});

test("a row with a time that the gateway no longer lists is removed beside one without", async () => {
  const gateway = pagedLedger([ledgerRow("1", "2026-02-25T10:00:00"), unreadable("2", "2026-02-28")]);
  const source = await readOnce(gateway);
  gateway.rows = gateway.rows.slice(1);
  const { differing } = await checkWindow(source, { window: whole });
  expect(differing.map(({ day }) => day)).toEqual(["2026-02-25"]);
  expect(await stored(source)).toEqual(["2 2026-03-01"]);
});
