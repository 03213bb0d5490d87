import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Clock, systemClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { currentLiveCursor, readLiveEvents } from "#lib/db/events/events.ts";
import { acquireLedgerLease, dropLedgerLease } from "#lib/db/ledger-sync/ledger-reads.ts";
import { requestSyncRun, type SyncRun, stopSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { syncRun } from "#lib/db/schema/sync-run.ts";
import { ledgerDay, transaction } from "#lib/db/schema/transaction.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { ledgerRow, type PagedLedger, pagedLedger } from "#lib/ledger-sync/testing/paged-ledger.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { createSyncWorker } from "./sync-worker.ts";

let store: TestStore;
let ledgers: Map<string, PagedLedger>;
beforeAll(async () => {
  store = await createTestStore();
});
beforeEach(() => {
  ledgers = new Map();
});
afterAll(() => store.drop());

const zone = "Europe/Sofia";
const environment = "demo";
const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function addMerchant(ledger: PagedLedger): Promise<string> {
  const id = randomUUID();
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "" };
  await store.db
    .insert(merchant)
    .values({ id, slug: `m${id}`.slice(0, 40), environment, name: "M", updatedBy: "test", ...credential });
  ledgers.set(id, ledger);
  return id;
}

function worker(
  changes: Partial<Parameters<typeof createSyncWorker>[0]> = {},
  options: Parameters<typeof createSyncWorker>[1] = {},
) {
  const gateways = partialGateways({ zone, forMerchant: ({ id }) => ledgers.get(id) ?? {} });
  const made = createSyncWorker(
    {
      db: store.db,
      vault: createTestVault(),
      clock: systemClock,
      log: silent,
      gateways,
      ...changes,
    },
    options,
  );
  return {
    ...made,
    async doAll() {
      for (let round = 0; round < 4; round++) {
        await made.runOnce();
        await made.settled();
      }
    },
  };
}

const months = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    ledgerRow(String(1_000 + at), `2026-0${1 + (at % 6)}-1${at % 9}T10:00:00`, { accountNumber: at % 2 ? "A" : "B" }),
  ).filter((row) => row.occurredAtText >= from);

const requestRun = (merchantId: string, change: Partial<Parameters<typeof requestSyncRun>[1]> = {}) =>
  requestSyncRun(store.db, {
    environment,
    merchantId,
    kind: "backfill",
    fromDay: "2026-01-01",
    toDay: "2026-06-30",
    daysTotal: 181,
    requestedBy: "a@desk.example",
    at: new Date(),
    ...change,
  });

async function find(id: string): Promise<SyncRun | undefined> {
  const [run] = await store.db.select().from(syncRun).where(eq(syncRun.id, id));
  return run;
}

async function storedIds(merchantId: string): Promise<string[]> {
  const rows = await store.db.select({ id: transaction.id }).from(transaction).where(eq(transaction.merchantId, merchantId));
  return rows.map((row) => row.id).toSorted();
}

const idsOf = (ledger: PagedLedger) => ledger.rows.map((row) => row.id).toSorted();

test("a backfill reads its days of all accounts, reports its progress, and ends", async () => {
  const ledger = pagedLedger(months("2026-01-01", 420), { accounts: ["A", "B"], pageSize: 50 });
  const merchantId = await addMerchant(ledger);
  const cursor = await currentLiveCursor(store.db);
  const run = await requestRun(merchantId);
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "done", rows: 420, daysDone: 181, daysTotal: 181, problem: null });
  expect(await storedIds(merchantId)).toEqual(idsOf(ledger));
  const readEvents = async () => (await readLiveEvents(store.db, { after: cursor, limit: 500 })).map(({ data }) => data);
  await expect.poll(readEvents).toContainEqual(expect.objectContaining({ state: "run", run: run.id }));
});

test("a merchant has one open run of each kind, whoever requests it", async () => {
  const merchantId = await addMerchant(pagedLedger([]));
  const [left, right] = await Promise.all([requestRun(merchantId), requestRun(merchantId, { fromDay: "2026-03-01" })]);
  expect(left.id).toBe(right.id);
  expect((await requestRun(merchantId, { kind: "check" })).id).not.toBe(left.id);
});

test("a failure of one merchant does not affect others: it is retried later, the others continue", async () => {
  const accounts = ["A", "B"];
  const [busy, fine] = [pagedLedger(months("2026-01-01", 30), { accounts }), pagedLedger(months("2026-01-01", 30), { accounts })];
  busy.failure = () => new AppError("gateway_unavailable", { retryAfterSeconds: 120 });
  const [busyId, fineId] = [await addMerchant(busy), await addMerchant(fine)];
  const [waitingRun, finishedRun] = [await requestRun(busyId), await requestRun(fineId)];
  const fixture = worker();
  await fixture.doAll();
  expect(await find(finishedRun.id)).toMatchObject({ state: "done" });
  const waiting = await find(waitingRun.id);
  expect(waiting).toMatchObject({
    state: "queued",
    failures: 1,
    problem: expect.objectContaining({ code: "gateway_unavailable" }),
  });
  expect((waiting?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
  busy.failure = () => undefined;
  await store.db.update(syncRun).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(syncRun.id, waitingRun.id));
  await fixture.doAll();
  expect(await find(waitingRun.id)).toMatchObject({ state: "done", problem: null });
  expect(await storedIds(busyId)).toEqual(idsOf(busy));
});

/** Runs a run until it ends, without the pauses between its tries. */
async function endRun(run: SyncRun): Promise<SyncRun | undefined> {
  const fixture = worker();
  for (let tries = 0; tries < 60; tries++) {
    await store.db.update(syncRun).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(syncRun.id, run.id));
    await fixture.runOnce();
    await fixture.settled();
    const found = await find(run.id);
    if (found?.endedAt) return found;
  }
  return undefined;
}

test("a run that goes on between its failures does not fail, however many they are", async () => {
  const ledger = pagedLedger(months("2026-01-01", 10));
  const failed = new Set<string>();
  ledger.failure = ({ to = "" }) => {
    if (failed.has(to)) return undefined;
    failed.add(to);
    return new AppError("gateway_timeout");
  };
  const run = await requestRun(await addMerchant(ledger), { fromDay: "2024-10-01", daysTotal: 638 });
  expect(await endRun(run)).toMatchObject({ state: "done", failures: 0 });
  expect(failed.size).toBeGreaterThan(13);
});

test("a run that gets no further fails in the end", async () => {
  const ledger = pagedLedger([]);
  ledger.failure = () => new AppError("gateway_timeout");
  const run = await requestRun(await addMerchant(ledger));
  expect(await endRun(run)).toMatchObject({ state: "failed", failures: 13 });
});

test.each([
  ["too many calls", () => new AppError("gateway_throttled"), "gateway_throttled"],
  ["a sign-in that waits", () => new AppError("merchant_waiting"), "merchant_waiting"],
  ["a database that is away", () => new Error("Connection terminated unexpectedly"), "store_unavailable"],
])("our own trouble does not end a run: %s", async (_, trouble, code) => {
  const ledger = pagedLedger(months("2026-01-01", 10));
  let tries = 0;
  ledger.failure = () => (++tries <= 20 ? trouble() : undefined);
  const merchantId = await addMerchant(ledger);
  const run = await requestRun(merchantId);
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "queued", failures: 0, problem: expect.objectContaining({ code }) });
  expect(await endRun(run)).toMatchObject({ state: "done", problem: null });
});

test("a database that does not take the progress of a page ends neither the run nor the process", async () => {
  const ledger = pagedLedger(months("2026-01-01", 30).filter(({ accountNumber }) => accountNumber === "A"));
  const merchantId = await addMerchant(ledger);
  const run = await requestRun(merchantId);
  let monotonicMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => (monotonicMs += 1_000) };
  const warnings: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => warnings.push(message) };
  let isAway = false;
  ledger.gate = async () => {
    isAway = ledger.asked.length === 1;
  };
  const transaction: TestStore["db"]["transaction"] = async (work, config) => {
    const fails = isAway;
    isAway = false;
    if (fails) throw new Error("terminating connection due to administrator command");
    return store.db.transaction(work, config);
  };
  await worker({ clock, log, db: Object.assign(Object.create(store.db), { transaction }) }).doAll();
  expect(warnings).toEqual(["The progress of a sync run could not be saved."]);
  expect(await find(run.id)).toMatchObject({ state: "done" });
  expect(await storedIds(merchantId)).toEqual(idsOf(ledger));
});

test("a refused merchant's run ends and is not retried automatically", async () => {
  const ledger = pagedLedger(months("2026-01-01", 5));
  ledger.failure = () => new AppError("merchant_refused");
  const run = await requestRun(await addMerchant(ledger));
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "failed", problem: expect.objectContaining({ code: "merchant_refused" }) });
});

test("a run whose process died is claimed by another and resumes after the stored days", async () => {
  const ledger = pagedLedger(months("2026-01-01", 300), { accounts: ["A", "B"], pageSize: 50 });
  const merchantId = await addMerchant(ledger);
  const run = await requestRun(merchantId);
  ledger.failure = (query) =>
    query.from !== undefined && query.from < "2026-03-01" ? new AppError("gateway_timeout") : undefined;
  await worker().doAll();
  ledger.failure = () => undefined;
  const asked = ledger.asked.length;
  await store.db
    .update(syncRun)
    .set({ state: "running", holder: randomUUID(), dueAt: sql`now() - interval '1 second'` })
    .where(eq(syncRun.id, run.id));
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "done" });
  expect(await storedIds(merchantId)).toEqual(idsOf(ledger));
  expect(ledger.asked.slice(asked).every((query) => (query.to ?? "") < "2026-04-05")).toBe(true);
});

test("a run that waits for another reading of its merchant keeps its claim, and takes one slot of its process", async () => {
  const ledger = pagedLedger(months("2026-01-01", 10));
  const merchantId = await addMerchant(ledger);
  const lease = { merchantId, holder: randomUUID() };
  await acquireLedgerLease(store.db, { ...lease, lifeMs: 3_600_000 });
  const run = await requestRun(merchantId);
  const fixture = worker({}, { claimMs: 200 });
  await fixture.runOnce();
  const claimed = await find(run.id);
  const claimedUntil = async () => (await find(run.id))?.dueAt.getTime();
  const isRenewed = async () => ((await claimedUntil()) ?? 0) > (claimed?.dueAt.getTime() ?? 0);
  await expect.poll(isRenewed).toBe(true);
  await store.db.update(syncRun).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(syncRun.id, run.id));
  await fixture.runOnce();
  expect(await find(run.id)).toMatchObject({ state: "running", holder: claimed?.holder });
  await dropLedgerLease(store.db, lease);
  await fixture.settled();
  expect(await find(run.id)).toMatchObject({ state: "done" });
  expect(ledger.asked.filter(({ to }) => to === "2026-07-01")).toHaveLength(1);
});

test("a stopped run ends at its next stretch and stays stopped", async () => {
  const ledger = pagedLedger(months("2026-01-01", 60));
  const merchantId = await addMerchant(ledger);
  const run = await requestRun(merchantId);
  ledger.gate = async () => {
    await stopSyncRun(store.db, { id: run.id, merchantId, at: new Date() });
  };
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "stopped" });
  expect(ledger.asked.length).toBeLessThan(4);
});

test("a check finds missing, changed and removed rows, corrects them and reports the differences", async () => {
  const ledger = pagedLedger(months("2026-01-01", 200), { accounts: ["A", "B"], pageSize: 50 });
  const merchantId = await addMerchant(ledger);
  await requestRun(merchantId);
  const fixture = worker();
  await fixture.doAll();
  const [missing, changed, gone] = [ledger.rows[3], ledger.rows[60], ledger.rows[120]];
  await store.db.execute(sql`delete from transaction where merchant_id = ${merchantId} and id = ${missing?.id}`);
  await store.db.execute(sql`update transaction set amount_minor = 1 where merchant_id = ${merchantId} and id = ${changed?.id}`);
  ledger.rows = ledger.rows.filter((row) => row !== gone);
  const check = await requestRun(merchantId, { kind: "check" });
  await fixture.doAll();
  const finishedRun = await find(check.id);
  expect(finishedRun).toMatchObject({ state: "done", daysDone: 181 });
  expect(finishedRun?.differing).toHaveLength(3);
  const day = missing?.occurredAtText.slice(0, 10);
  expect(finishedRun?.differing).toContainEqual(expect.objectContaining({ day, currency: "EUR" }));
  expect(await storedIds(merchantId)).toEqual(idsOf(ledger));
  const stored = await store.db.select().from(transaction).where(eq(transaction.merchantId, merchantId));
  expect(stored.every((row) => row.amountMinor === 1840)).toBe(true);
  const summed = await store.db.execute<{ rows: number }>(sql`select sum(rows)::int as rows from ${ledgerDay}
    where facet_id in (select id from ledger_facet where merchant_id = ${merchantId})`);
  expect(summed.rows).toEqual([{ rows: 199 }]);
  const query = { scope: { environment, merchantIds: [merchantId] }, hashedValue: "", limit: 5 };
  expect(await findIdentifiers(store.db, { ...query, value: gone?.reference ?? "" })).toEqual([]);
  const second = await requestRun(merchantId, { kind: "check" });
  await fixture.doAll();
  expect((await find(second.id))?.differing).toEqual([]);
});

test("where dates and accounts may not be sent, the list is read once from its newest row and no further than needed", async () => {
  const rows = months("2026-01-01", 300).toSorted((left, right) => (left.occurredAtText < right.occurredAtText ? -1 : 1));
  const ledger = pagedLedger(rows, { accounts: ["A", "B"], pageSize: 20 });
  ledger.listing = { ...ledger.listing, sendAccount: false, sendDates: false };
  const merchantId = await addMerchant(ledger);
  const run = await requestRun(merchantId, { fromDay: "2026-05-01", daysTotal: 61 });
  await worker().doAll();
  expect(await find(run.id)).toMatchObject({ state: "done" });
  const expectedIds = rows.filter((row) => row.occurredAtText >= "2026-05-01").map((row) => row.id);
  expect(await storedIds(merchantId)).toEqual(expect.arrayContaining(expectedIds));
  expect(ledger.asked.length).toBeLessThanOrEqual(Math.ceil(expectedIds.length / 20) + 2);
});
