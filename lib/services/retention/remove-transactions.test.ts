import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Clock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { claimSyncs } from "#lib/db/ledger-sync/sync-claims.ts";
import { requestSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { archiveMerchant, restoreMerchant } from "#lib/db/merchants/archived-merchants.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { ledgerSync, syncRun } from "#lib/db/schema/sync-run.ts";
import { transaction, transactionKey } from "#lib/db/schema/transaction.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { listRetention, listRetentionRuns, putRetention } from "#lib/db/settings/retention.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { describeLedger } from "#lib/db/transaction-sums/ledger-days.ts";
import { ledgerRow, type PagedLedger, pagedLedger } from "#lib/ledger-sync/testing/paged-ledger.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import type { ServiceContext, SignedInStaff } from "../context.ts";
import { createSyncWorker } from "../ledger-sync/sync-worker.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { changeRetention } from "./change-retention.ts";
import { previewRetention } from "./preview-retention.ts";
import { removeExpired } from "./remove-expired.ts";

const environment = "demo";
const zone = "Europe/Sofia";
const nowMs = Date.parse("2026-07-01T09:00:00Z");
const clock: Clock = { now: () => nowMs, monotonic: () => performance.now() };
const log = { info: () => {}, warn: () => {}, error: () => {} };

let store: TestStore;
let ledger: PagedLedger;
let merchantId: string;
let ctx: ServiceContext;
beforeAll(async () => {
  store = await createTestStore();
  merchantId = randomUUID();
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "" };
  await store.db
    .insert(merchant)
    .values({ id: merchantId, slug: "cafe", environment, name: "M", updatedBy: "test", ...credential });
  // Half an hour after midnight in Sofia is the day before and, on the first, the month before in UTC.
  ledger = pagedLedger(
    Array.from({ length: 181 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
      return [ledgerRow(String(2 * at + 1), `${day}T00:30:00`), ledgerRow(String(2 * at + 2), `${day}T15:00:00`)];
    }).flat(),
  );
  const gateways = partialGateways({ zone, forMerchant: () => ledger });
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const staff: SignedInStaff = {
    id: randomUUID(),
    email: "admin@desk.example",
    storedName: "admin@desk.example",
    role: "admin",
    permissions: [],
    merchants: null,
    environments: [environment],
    sessionIdHash: "",
    authenticatedAt: new Date(nowMs),
    hasSecondFactor: false,
    isPresenting: false,
    seeded: false,
  };
  ctx = {
    db: store.db,
    clock,
    log,
    gateways,
    vault,
    publicOrigin: "",
    requestId: "",
    peer: null,
    staff,
  };
});
afterAll(() => store.drop());

async function run(kind: "backfill" | "check"): Promise<typeof syncRun.$inferSelect | undefined> {
  const days = { fromDay: "2026-01-01", toDay: "2026-06-30", daysTotal: 181 };
  const at = new Date();
  const { id } = await requestSyncRun(store.db, { environment, merchantId, kind, ...days, requestedBy: "test", at });
  const { vault, gateways } = ctx;
  const worker = createSyncWorker({ db: store.db, vault, clock: { ...clock, now: () => Date.now() }, log, gateways });
  await worker.runOnce();
  await worker.settled();
  const [row] = await store.db.select().from(syncRun).where(eq(syncRun.id, id));
  return row;
}

async function storedDays(): Promise<{ rows: number; first: string; last: string } | undefined> {
  const { rows } = await store.db.execute<{ rows: number; first: string; last: string }>(
    sql`select count(*)::int as rows, min(day)::text as first, max(day)::text as last from ${transaction}`,
  );
  return rows[0];
}

async function countIdentified(id: number): Promise<number> {
  const question = { scope: { environment, merchantIds: [merchantId] }, hashedValue: "", limit: 5 };
  return (await findIdentifiers(store.db, { ...question, value: `POSA${id}` })).filter(({ exact }) => exact).length;
}

const monthsOf = async () =>
  (
    await store.db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relname ~ '^transaction_demo_2' and relkind = 'r' order by 1`,
    )
  ).rows.map(({ name }) => name.slice(-6));

const setDays = (transactions: number | null) => changeRetention(ctx, { environment, input: { transactions } });

// 2026-07-01 less 77 days: the first stored day is April 15.
const days = 77;
const keptFrom = "2026-04-15";
const goneRows = 2 * 104;

test("expired rows are counted, and none is removed before the next run", async () => {
  expect(await run("backfill")).toMatchObject({ state: "done" });
  expect(await storedDays()).toEqual({ rows: 362, first: "2026-01-01", last: "2026-06-30" });
  const { items } = await previewRetention(ctx, { environment, input: { transactions: String(days) } });
  expect(items).toEqual([{ kind: "transactions", days, keptFrom, rows: goneRows, firstDay: "2026-01-01", months: 4 }]);
  const changed = await setDays(days);
  expect(changed.items[0]).toMatchObject({ days, keptFrom: null, rows: 362, changedBy: "admin@desk.example" });
  expect((await storedDays())?.rows).toBe(362);
});

test("old rows are removed with their months, identifiers, keys and sums", async () => {
  await removeExpired(ctx);
  expect(await storedDays()).toEqual({ rows: 362 - goneRows, first: keptFrom, last: "2026-06-30" });
  expect(await monthsOf()).toEqual(["202604", "202605", "202606"]);
  expect(await describeLedger(store.db, merchantId)).toEqual({ rows: 362 - goneRows, firstDay: keptFrom, lastDay: "2026-06-30" });
  expect([await countIdentified(goneRows), await countIdentified(goneRows + 1)]).toEqual([0, 1]);
  expect(await store.db.$count(transactionKey)).toBe(362 - goneRows);
  const runs = await listRetentionRuns(store.db, { environment, limit: 5 });
  expect(runs).toMatchObject([{ kind: "transactions", removed: goneRows, months: 4, isComplete: true, problem: null, keptFrom }]);
  const auditRows = await readAudit(ctx);
  expect(auditRows.map(({ act, detail }) => ({ act, detail }))).toEqual([
    { act: "retention.changed", detail: { transactions: { from: null, to: days } } },
    { act: "retention.removed", detail: { kind: "transactions", keptFrom, removed: goneRows, months: 4 } },
  ]);
});

test("a run without expired rows only records its time", async () => {
  await removeExpired(ctx);
  expect(await listRetentionRuns(store.db, { environment, limit: 5 })).toHaveLength(1);
  expect((await listRetention(store.db, environment))[0]?.lastRunAt).toEqual(new Date(nowMs));
});

test("ledger sync neither reads removed days again nor reports them as differences", async () => {
  ledger.asked = [];
  expect(await run("backfill")).toMatchObject({ state: "done", daysDone: 181 });
  const check = await run("check");
  expect(check).toMatchObject({ state: "done", differing: [] });
  expect(ledger.asked.length).toBeGreaterThan(0);
  expect(ledger.asked.every(({ from = "" }) => from >= keptFrom)).toBe(true);
  expect(await storedDays()).toEqual({ rows: 362 - goneRows, first: keptFrom, last: "2026-06-30" });
});

test("a gateway that accepts no dates restores no removed day", async () => {
  ledger.listing = { ...ledger.listing, sendDates: false };
  expect(await run("check")).toMatchObject({ state: "done", differing: [] });
  expect((await storedDays())?.first).toBe(keptFrom);
  ledger.listing = { ...ledger.listing, sendDates: true };
});

test("with a longer retention time the days are read again as they were, each row once", async () => {
  await setDays(107);
  expect(await run("backfill")).toMatchObject({ state: "done" });
  expect(await storedDays()).toEqual({ rows: 362 - 2 * 74, first: "2026-03-16", last: "2026-06-30" });
  await setDays(null);
  expect(await run("backfill")).toMatchObject({ state: "done" });
  expect(await storedDays()).toEqual({ rows: 362, first: "2026-01-01", last: "2026-06-30" });
  expect(await countIdentified(1)).toBe(1);
  expect((await describeLedger(store.db, merchantId)).rows).toBe(362);
});

test("a run without time left leaves the rest to the next", async () => {
  const updated = { updatedAt: new Date(nowMs), updatedBy: "test", keptFrom: null };
  await putRetention(store.db, { environment, kind: "transactions", days, ...updated });
  await removeExpired(ctx, { budgetMs: 0 });
  expect((await storedDays())?.rows).toBe(362);
  let looks = 0;
  await removeExpired(ctx, { isStopping: () => ++looks > 3 });
  const some = (await storedDays())?.rows ?? 0;
  expect(some).toBeGreaterThan(362 - goneRows);
  expect((await listRetentionRuns(store.db, { environment, limit: 1 }))[0]).toMatchObject({ isComplete: false });
  await removeExpired(ctx);
  expect((await storedDays())?.rows).toBe(362 - goneRows);
});

/** Merchants whose history background sync would read now. */
async function listDueHistories(): Promise<string[]> {
  const claims = await claimSyncs(store.db, { environment, kind: "history", holder: randomUUID(), lifeMs: 60_000, limit: 5 });
  return claims.map((claim) => claim.merchantId);
}

test.each([90, null])("with a retention time of %s days, background sync reads the removed days again", async (longer) => {
  await setDays(days);
  await removeExpired(ctx);
  const read = { recentReadAt: new Date(), historyReadAt: new Date(), holder: null, cachedUntil: null };
  await store.db.update(ledgerSync).set(read);
  await setDays(60);
  expect(await listDueHistories()).toEqual([]);
  await setDays(longer);
  expect(await listDueHistories()).toEqual([merchantId]);
});

test("so it does for a merchant that is archived meanwhile", async () => {
  await setDays(days);
  await removeExpired(ctx);
  await store.db.update(ledgerSync).set({ recentReadAt: new Date(), historyReadAt: new Date() });
  const change = { merchantId, at: new Date() };
  await archiveMerchant(store.db, { ...change, by: "test" });
  await setDays(null);
  await restoreMerchant(store.db, change);
  expect(await listDueHistories()).toEqual([merchantId]);
});

test("a run under way removes nothing more once the retention time is longer, so that what is read again stays", async () => {
  await setDays(null);
  await run("backfill");
  await setDays(days);
  const reader = await store.pool.connect();
  await reader.query("begin");
  await reader.query("lock table transaction_demo_202602 in access share mode");
  const removing = removeExpired(ctx);
  await eventually(async () => expect(await monthsOf()).not.toContain("202601"));
  await setDays(null);
  expect(await run("backfill")).toMatchObject({ state: "done", problem: null });
  await reader.query("commit");
  reader.release();
  await removing;
  expect((await storedDays())?.rows).toBe(362);
  expect((await listRetentionRuns(store.db, { environment, limit: 1 }))[0]).toMatchObject({ isComplete: false, problem: null });
});
