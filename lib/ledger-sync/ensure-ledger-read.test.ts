import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { currentLiveCursor, readLiveEvents } from "#lib/db/events/events.ts";
import { acquireLedgerLease, saveLedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { ensureLedgerRead } from "./ensure-ledger-read.ts";
import type { LedgerSource } from "./ports.ts";
import { gatewayAway, ledgerRow, type PagedLedger, pagedLedger } from "./testing/paged-ledger.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const noon = Date.parse("2026-03-10T12:00:00+02:00");
const budgetMs = 10_000;

function source(gateway: PagedLedger) {
  const clock = fixedClock(noon);
  const merchant = { id: randomUUID(), slug: "cafe", environment: "sandbox" };
  return { db: store.db, vault, clock, merchant, gateway, zone: "Europe/Sofia" };
}

async function storedIds({ merchant }: LedgerSource): Promise<(string | undefined)[]> {
  const query = { environment: "sandbox", merchantIds: [merchant.id], order: "oldest" as const, limit: 500 };
  return (await listTransactionRows(store.db, query)).map((row) => row.id);
}

async function insertMerchant({ id, slug }: { id: string; slug: string }): Promise<void> {
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "" };
  await store.db.insert(merchant).values({ id, slug, environment: "sandbox", name: slug, updatedBy: "test", ...credential });
}

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ledgerRow(String(1000 + index), `2026-03-0${1 + (index % 9)}T10:00:00`));

test("all pages of all accounts are stored with their search identifiers", async () => {
  const rows = [
    ...days(250),
    ledgerRow("9001", "2026-03-05T09:00:00", { accountNumber: "B", pan: "*4242", merchantReference: "INV-77" }),
  ];
  const from = source(pagedLedger(rows, { accounts: ["A", "B"] }));
  const state = await ensureLedgerRead(from, { budgetMs });
  expect(state).toMatchObject({ isComplete: true, isKnown: true, problem: undefined, asOf: new Date(noon) });
  expect((await storedIds(from)).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  const find = { scope: { environment: "sandbox", merchantIds: [from.merchant.id] }, hashedValue: "", limit: 5 };
  for (const value of ["INV77", "4242"]) {
    expect(await findIdentifiers(store.db, { ...find, value })).toEqual([
      expect.objectContaining({ targetId: "9001", exact: true }),
    ]);
  }
  expect((await findIdentifiers(store.db, { ...find, value: "18.40" })).length).toBe(5);
});

test("a gateway that sends no totals is read until there are no more rows", async () => {
  const ledger = pagedLedger(days(230));
  ledger.tellsTotals = false;
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(await storedIds(from)).toHaveLength(230);
});

test("a thousand callers at once cause one reading", async () => {
  const ledger = pagedLedger(days(50));
  const from = source(ledger);
  await Promise.all(Array.from({ length: 1000 }, () => ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })));
  expect(ledger.asked).toHaveLength(1);
});

test("fresh days are not read again; ten seconds later only today is", async () => {
  const ledger = pagedLedger(days(10));
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  from.clock.advance(5_000);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(ledger.asked).toHaveLength(1);
  from.clock.advance(6_000);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(ledger.asked.map((query) => `${query.from}..${query.to}`)).toEqual(["2026-03-01..2026-03-12", "2026-03-10..2026-03-12"]);
});

test("without dates, all is read from the ledger's start, newest days first, and later only the last days", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await ensureLedgerRead(from, { budgetMs });
  const [first, ...others] = ledger.asked.map((query) => query.to);
  expect([first, ...others.toSorted().toReversed()]).toEqual(["2026-03-12", "2026-02-08", "2025-03-11"]);
  expect(ledger.asked.map((query) => query.from)).toContain("2010-01-01");
  from.clock.advance(3_600_000);
  await ensureLedgerRead(from, { budgetMs });
  expect(ledger.asked.slice(3).map((query) => query.from)).toEqual(["2026-03-08"]);
});

test("a corrected row is updated and found by its new reference only", async () => {
  const ledger = pagedLedger([ledgerRow("1", "2026-03-05T09:00:00", { reference: "OLD00001" })]);
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01", to: "2026-03-09" }, budgetMs });
  ledger.rows = [ledgerRow("1", "2026-03-05T09:00:00", { reference: "NEW00001", raw: { corrected: true } })];
  from.clock.advance(16 * 60_000);
  await ensureLedgerRead(from, { days: { from: "2026-03-01", to: "2026-03-09" }, budgetMs });
  const find = { scope: { environment: "sandbox", merchantIds: [from.merchant.id] }, hashedValue: "", limit: 5 };
  expect(await findIdentifiers(store.db, { ...find, value: "NEW00001" })).toHaveLength(1);
  expect(await findIdentifiers(store.db, { ...find, value: "OLD00001" })).toEqual([]);
});

test("rows without an id are distinguished and found again", async () => {
  const rows = [
    ledgerRow(null, "2026-03-05T09:00:00"),
    ledgerRow(null, "2026-03-05T09:00:00"),
    ledgerRow(null, "2026-03-06T09:00:00"),
  ];
  const from = source(pagedLedger(rows));
  for (let time = 0; time < 2; time++) {
    await ensureLedgerRead(from, { days: { from: "2026-03-01", to: "2026-03-09" }, budgetMs });
    expect(await storedIds(from)).toHaveLength(3);
    from.clock.advance(16 * 60_000);
  }
});

test("an id that no URL could contain is replaced by its hash, and still updated", async () => {
  const ledger = pagedLedger([ledgerRow(`a/"b\u0000 ${"x".repeat(300)}`, "2026-03-05T09:00:00")]);
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01", to: "2026-03-09" }, budgetMs });
  const [id] = await storedIds(from);
  expect(id).toMatch(/^~[\w-]{22}$/);
  ledger.rows = ledger.rows.map((row) => ({ ...row, description: "corrected", raw: { ...row.raw, corrected: true } }));
  from.clock.advance(16 * 60_000);
  await ensureLedgerRead(from, { days: { from: "2026-03-01", to: "2026-03-09" }, budgetMs });
  expect(await storedIds(from)).toEqual([id]);
});

test("a row with an invalid time is stored within the days of its page", async () => {
  const odd = ledgerRow("7", "2026-03-05 sometime", { description: "a\u0000b", raw: { odd: "\ud800", "n\u0000": 1 } });
  const from = source(pagedLedger([odd]));
  await ensureLedgerRead(from, { days: { from: "2026-03-05", to: "2026-03-05" }, budgetMs });
  const query = {
    environment: "sandbox",
    merchantIds: [from.merchant.id],
    order: "oldest" as const,
    isBackward: false,
    limit: 5,
  };
  const [row] = await listTransactionRows(store.db, {
    ...query,
    from: new Date("2026-03-04T22:00:00Z"),
    before: new Date("2026-03-05T22:00:00Z"),
  });
  expect(row).toMatchObject({ id: "7", occurredAtText: "2026-03-05 sometime" });
  expect(row && openTransaction(vault, row).description).toBe("a\ufffdb");
});

test("a gateway error is a result, not an exception, and no day counts as read", async () => {
  const ledger = pagedLedger(days(5));
  ledger.failure = gatewayAway;
  const from = source(ledger);
  const state = await ensureLedgerRead(from, { budgetMs });
  expect(state).toMatchObject({ isComplete: false, isKnown: false, asOf: undefined, problem: { code: "gateway_unavailable" } });
});

test("a reading that fails on a later page keeps the rows received and is not complete", async () => {
  const ledger = pagedLedger(days(250));
  ledger.failure = (query) => (query.page === 3 ? gatewayAway() : undefined);
  const from = source(ledger);
  const state = await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(state).toMatchObject({ isComplete: false, problem: { code: "gateway_unavailable" } });
  expect(await storedIds(from)).toHaveLength(200);
  ledger.failure = () => undefined;
  expect(await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })).toMatchObject({ isComplete: true });
  expect(await storedIds(from)).toHaveLength(250);
});

test("an interrupted reading is resumed, also when an earlier one had become too old for that", async () => {
  const ledger = pagedLedger(days(300), { pageSize: 10 });
  const from = source(ledger);
  const read = () => ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  ledger.failure = (query) => (query.page > 20 ? gatewayAway() : undefined);
  await read();
  await store.pool.query("update ledger_checkpoint set started_at = now() - interval '31 minutes'");
  ledger.failure = (query) => (query.page > 12 ? gatewayAway() : undefined);
  await read();
  ledger.failure = () => undefined;
  ledger.asked = [];
  expect(await read()).toMatchObject({ isComplete: true });
  expect(Math.min(...ledger.asked.map(({ page }) => page))).toBeGreaterThan(1);
  expect(await storedIds(from)).toHaveLength(300);
});

test("after a reading, a later error reports the age of the rows", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  ledger.failure = gatewayAway;
  from.clock.advance(60_000);
  const state = await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(state).toMatchObject({
    isComplete: true,
    isKnown: true,
    asOf: new Date(noon),
    problem: { code: "gateway_unavailable" },
  });
});

test("a caller waits no longer than its budget; the reading continues in the background", async () => {
  const ledger = pagedLedger(days(5));
  const opened = Promise.withResolvers<void>();
  ledger.gate = () => opened.promise;
  const from = source(ledger);
  expect(await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs: 20 })).toMatchObject({
    isComplete: false,
    problem: undefined,
  });
  opened.resolve();
  expect(await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })).toMatchObject({ isComplete: true });
  expect(ledger.asked).toHaveLength(1);
});

test("a reading that hangs after a failed one still reports the error", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  from.clock.advance(60_000);
  ledger.failure = gatewayAway;
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  const opened = Promise.withResolvers<void>();
  ledger.gate = () => opened.promise;
  const state = await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs: 20 });
  expect(state).toMatchObject({ isComplete: true, problem: { code: "gateway_unavailable" } });
  ledger.failure = () => undefined;
  opened.resolve();
  await expect
    .poll(async () => (await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })).problem)
    .toBeUndefined();
});

/** A reading that does not end is all that can be said now. */
async function stateWhileReading(from: ReturnType<typeof source>, ledger: PagedLedger) {
  const opened = Promise.withResolvers<void>();
  ledger.gate = () => opened.promise;
  const state = await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs: 20 });
  ledger.gate = () => Promise.resolve();
  opened.resolve();
  return state;
}

test("a failure of this process is no longer reported once another process has read since", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  from.clock.advance(60_000);
  ledger.failure = () => new AppError("merchant_refused");
  expect((await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })).problem?.code).toBe("merchant_refused");
  ledger.failure = () => undefined;
  from.clock.advance(60_000);
  const day = { fromDay: "2026-03-10", toDay: "2026-03-10", readAt: new Date(from.clock.now()), zone: from.zone };
  await saveLedgerRead(store.db, { ...day, merchantId: from.merchant.id, isComplete: true, withoutAccount: false });
  from.clock.advance(3_600_000);
  expect(await stateWhileReading(from, ledger)).toMatchObject({ isComplete: true, problem: undefined });
});

test("trouble of our own is over with the request that met it", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  from.clock.advance(60_000);
  ledger.failure = () => new AppError("store_unavailable");
  expect((await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs })).problem?.code).toBe("store_unavailable");
  ledger.failure = () => undefined;
  expect(await stateWhileReading(from, ledger)).toMatchObject({ isComplete: true, problem: undefined });
});

test("a caller waits for another process's reading, and takes over from a dead one", {
  meta: { slow: "Waits for the lease of a process that died." },
}, async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  await acquireLedgerLease(store.db, { merchantId: from.merchant.id, holder: randomUUID(), lifeMs: 2_000 });
  const reading = ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  expect(await Promise.race([reading, sleep(150, "waiting")])).toBe("waiting");
  expect(ledger.asked).toEqual([]);
  expect(await reading).toMatchObject({ isComplete: true });
});

test("open pages are notified once of new rows, and not when nothing changed", async () => {
  const ledger = pagedLedger(days(3));
  const from = source(ledger);
  await insertMerchant(from.merchant);
  const after = await currentLiveCursor(store.db);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  from.clock.advance(11_000);
  await ensureLedgerRead(from, { days: { from: "2026-03-01" }, budgetMs });
  const readEvents = async () => {
    const events = await readLiveEvents(store.db, { after, limit: 50 });
    return events.filter((event) => event.merchantId === from.merchant.id).map((event) => event.data);
  };
  await expect.poll(readEvents).toEqual([
    { state: "rows", rows: 3 },
    { state: "read", rows: 3 },
  ]);
});

test("a caller who needs fresh days waits for them as long as for days never read", async () => {
  const ledger = pagedLedger(days(5));
  const from = source(ledger);
  const question = { days: { from: "2026-03-01" }, budgetMs };
  await ensureLedgerRead(from, question);
  from.clock.advance(60_000);
  const opened = Promise.withResolvers<void>();
  ledger.gate = () => opened.promise;
  const fresh = ensureLedgerRead(from, { ...question, needsFresh: true });
  expect(await ensureLedgerRead(from, question)).toMatchObject({ isFresh: false });
  opened.resolve();
  expect(await fresh).toMatchObject({ isFresh: true });
});
