// @module-tag long: reads hundreds of merchants.

import { randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayNumberAt } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { lowerBudget, reserveCalls } from "#lib/db/ledger-sync/sync-budget.ts";
import { claimSyncs } from "#lib/db/ledger-sync/sync-claims.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { readMissing } from "#lib/ledger-sync/read-ledger.ts";
import { readingMemory } from "#lib/ledger-sync/reading-memory.ts";
import { createCallBudget } from "./call-budget.ts";
import { openLedgerSource } from "./open-ledger-source.ts";
import { createSyncFixture, type SyncFixture } from "./testing/sync-fixture.ts";

let fixture: SyncFixture;
beforeEach(async () => {
  fixture = await createSyncFixture();
});
afterEach(() => fixture.drop());

async function countWhere(condition: string): Promise<number> {
  const { rows } = await fixture.store.pool.query(`select count(*)::int as count from ledger_sync where ${condition}`);
  return rows[0].count;
}

const readOnce = () => countWhere("recent_read_at is not null");

test("two processes read each of three hundred merchants once", {
  meta: { slow: "Reads three hundred merchants." },
}, async () => {
  await fixture.addMerchants("sandbox", 300);
  await fixture.store.pool.query("update ledger_sync set history_read_at = now()");
  fixture.openProcess();
  fixture.openProcess();
  await expect.poll(readOnce).toBe(300);
  expect(fixture.begun).toHaveLength(300);
  expect(new Set(fixture.begun).size).toBe(300);
});

test("a merchant is claimed by one process at a time", async () => {
  await fixture.addMerchants("sandbox", 100);
  const claim = (holder: string) =>
    claimSyncs(fixture.store.db, { environment: "sandbox", kind: "never", holder, lifeMs: 60_000, limit: 7 });
  const holders = [randomUUID(), randomUUID(), randomUUID()];
  const claimed: string[] = [];
  for (let round = 0; round < 6; round++) {
    for (const claims of await Promise.all(holders.map(claim))) claimed.push(...claims.map(({ merchantId }) => merchantId));
  }
  expect(claimed).toHaveLength(100);
  expect(new Set(claimed).size).toBe(100);
});

test("claims of a killed process are taken over by another", async () => {
  await fixture.addMerchants("sandbox", 6);
  const answers = Promise.withResolvers<void>();
  fixture.gate = () => answers.promise;
  const dying = fixture.openProcess({ lifeMs: 400 });
  await expect.poll(() => fixture.begun.length).toBe(6);
  await dying.kill();
  fixture.gate = async () => {};
  answers.resolve();
  // The dead process's ledger leases expire as well.
  await fixture.store.pool.query("delete from ledger_lease");
  // Readings are shared within a process, which both are in here: the other one would fail with those of the dead one, and wait.
  await expect.poll(() => readingMemory().flights.size).toBe(0);
  fixture.openProcess();
  await expect.poll(readOnce).toBe(6);
});

test("a process that stops releases its claims at once", async () => {
  await fixture.addMerchants("sandbox", 20);
  await fixture.store.pool.query(
    "insert into sync_budget (environment, rate, paused_until) values ('sandbox', 10, now() + interval '1 hour')",
  );
  const stopping = fixture.openProcess();
  await expect.poll(() => countWhere("holder is not null")).toBeGreaterThan(0);
  await stopping.stop();
  expect(await countWhere("holder is not null")).toBe(0);
  expect(await readOnce()).toBe(0);
});

test("merchants with waiting users come first, then those never read, then those due, then history", async () => {
  await fixture.addMerchants("sandbox", 4);
  const set = (slug: string, change: string) =>
    fixture.store.pool.query(
      `update ledger_sync set ${change} from merchant where merchant.id = merchant_id and slug = '${slug}'`,
    );
  const read = "recent_read_at = now() - interval '1 hour'";
  await set("sandbox-1", `${read}, due_at = now() + interval '1 hour'`);
  await set("sandbox-2", `${read}, due_at = now() - interval '1 minute', history_read_at = now()`);
  await set("sandbox-4", `${read}, viewed_at = now(), due_at = now() + interval '1 minute', history_read_at = now()`);
  fixture.openProcess({ concurrency: 1 });
  await expect.poll(() => new Set(fixture.begun).size).toBe(4);
  const order = [...new Set(fixture.begun)];
  expect(order).toEqual(["sandbox-4", "sandbox-3", "sandbox-2", "sandbox-1"]);
  await expect.poll(() => countWhere("history_read_at is not null")).toBe(4);
});

/** Merchants that were read an hour ago and whose history is read; not due before tomorrow. */
async function addReadMerchants(count: number): Promise<void> {
  await fixture.addMerchants("sandbox", count);
  await fixture.store.pool.query(
    `update ledger_sync set recent_read_at = now() - interval '1 hour', due_at = now() + interval '1 day',
       history_read_at = now() - interval '1 hour'`,
  );
}

const setSync = (change: string, condition: string) =>
  fixture.store.pool.query(
    `update ledger_sync set ${change} from merchant where merchant.id = merchant_id and substr(slug, 9)::int ${condition}`,
  );

test("lists that stay open leave half of the readings to merchants never read and those due", async () => {
  await addReadMerchants(60);
  await setSync("viewed_at = now()", "<= 58");
  await setSync("recent_read_at = null, history_read_at = null, due_at = now()", "= 59");
  await setSync("due_at = now()", "= 60");
  fixture.openProcess();
  await expect.poll(() => new Set(fixture.begun).size).toBe(60);
  expect(fixture.begun.indexOf("sandbox-59")).toBeLessThan(20);
  expect(fixture.begun.indexOf("sandbox-60")).toBeLessThan(20);
});

test("history goes on while more merchants are due than can be read, or lists stay open", async () => {
  await addReadMerchants(60);
  await setSync("due_at = now()", "<= 30");
  await setSync("viewed_at = now()", "between 31 and 59");
  await setSync("history_read_at = null, history_due_at = now()", "= 60");
  fixture.openProcess();
  await expect.poll(() => new Set(fixture.begun).size).toBe(60);
  expect(fixture.begun.indexOf("sandbox-60")).toBeLessThan(20);
});

test("nobody's history is read before today and yesterday of all", async () => {
  await fixture.addMerchants("sandbox", 60);
  const lately = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  let begunBefore: number | undefined;
  fixture.failure = (_, { from = "" }) => {
    if (from < lately) begunBefore ??= new Set(fixture.begun).size;
    return undefined;
  };
  fixture.openProcess();
  await expect.poll(() => begunBefore).toBe(60);
});

test("a busy merchant is not due again before one round over all merchants", async () => {
  await addReadMerchants(1_000);
  await setSync("due_at = now(), rows_per_day = 60", "= 1");
  fixture.openProcess({ callsPerSecond: 2 });
  await expect.poll(() => countWhere("recent_read_at > now() - interval '1 minute' and holder is null")).toBe(1);
  // Three calls of each of a thousand merchants take 1,500 seconds.
  expect(await countWhere("due_at between now() + interval '20 minutes' and now() + interval '1 hour'")).toBe(1);
});

test("after ten calls for today's rows one is for history", async () => {
  const budget = createCallBudget({ db: fixture.store.db, environment: "demo", callsPerSecond: 1_000 });
  const { signal } = new AbortController();
  const order: string[] = [];
  const take = async (name: string) => {
    await budget.take({ isHistory: name === "history", signal });
    order.push(name);
  };
  const asked = [...Array.from({ length: 4 }, () => "history"), ...Array.from({ length: 30 }, () => "today")];
  await Promise.all(asked.map(take));
  const expected = Array.from({ length: 33 }, (_, index) => (index % 11 === 10 ? "history" : "today"));
  expect(order).toEqual([...expected, "history"]);
});

test("an unavailable gateway delays no other environment, and is called less and less often", async () => {
  await fixture.addMerchants("demo", 30);
  await fixture.addMerchants("sandbox", 30);
  fixture.failure = ({ environment }) => (environment === "demo" ? new AppError("gateway_timeout") : undefined);
  fixture.gate = ({ environment }) =>
    environment === "demo" ? new Promise((resolve) => setTimeout(resolve, 50)) : Promise.resolve();
  fixture.openProcess();
  await expect.poll(readOnce).toBe(30);
  expect(await countWhere("environment = 'sandbox' and recent_read_at is not null")).toBe(30);
  await expect
    .poll(() => countWhere("problem ->> 'code' = 'gateway_timeout' and failures = 1 and due_at > now()"))
    .toBeGreaterThan(5);
});

test("any response ends the pause of an unresponsive gateway", async () => {
  await fixture.addMerchants("sandbox", 8);
  let tries = 0;
  fixture.failure = () => {
    tries += 1;
    if (tries <= 2) return new AppError("gateway_timeout");
    return tries === 3 ? new AppError("merchant_refused") : undefined;
  };
  const answers = Promise.withResolvers<void>();
  fixture.gate = async () => {
    if (tries >= 3) await answers.promise;
  };
  fixture.openProcess({ concurrency: 2 });
  await expect.poll(() => fixture.begun.length).toBe(5);
  answers.resolve();
});

test("a reading of many calls leaves nothing behind when it is aborted", async () => {
  const budget = createCallBudget({ db: fixture.store.db, environment: "demo", callsPerSecond: 1_000 });
  const { signal } = new AbortController();
  for (let calls = 0; calls < 20; calls++) await budget.take({ isHistory: false, signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test.each([new AppError("merchant_waiting"), new Error("timeout exceeded when trying to connect")])(
  "our own overload is no merchant's trouble: $message",
  async (failure) => {
    await fixture.addMerchants("sandbox", 1);
    let tries = 0;
    fixture.failure = () => (++tries === 1 ? failure : undefined);
    fixture.openProcess();
    await expect.poll(() => countWhere("due_at > now() and holder is null")).toBe(1);
    expect(await countWhere("problem is not null or failures > 0")).toBe(0);
  },
);

test("a merchant that a user opens does not wait for the background's budget, in any process", async () => {
  await fixture.addMerchants("sandbox", 1);
  await fixture.store.pool.query(
    "insert into sync_budget (environment, rate, paused_until) values ('sandbox', 10, now() + interval '1 hour')",
  );
  fixture.openProcess();
  await expect.poll(() => fixture.begun.length).toBe(1);
  const merchant = await findMerchantRow(fixture.store.db, "sandbox", "sandbox-1");
  if (!merchant) throw new Error("no merchant");
  const source = await openLedgerSource(fixture.parts() as never, merchant, "UTC");
  const askedAtMs = Date.now();
  const today = dayNumberAt(askedAtMs, "UTC");
  await readMissing(source, { wanted: { from: today - 1, to: today }, askedAtMs, zone: "UTC", keepsOldDays: false });
  expect(await readOnce()).toBe(1);
});

test("a part of the history that fails is tried again after growing pauses, and its problem stays until it is read", async () => {
  await fixture.addMerchants("sandbox", 1);
  const lately = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  fixture.failure = (_, { from = "" }) => (from < lately ? new AppError("gateway_timeout") : undefined);
  fixture.openProcess();
  await expect.poll(() => countWhere("history_failures = 1")).toBe(1);
  for (const [failures, pause] of [
    [2, "40 seconds"],
    [3, "90 seconds"],
  ] as const) {
    const { rows } = await fixture.store.pool.query<{ at: string }>(
      "update ledger_sync set due_at = now(), history_due_at = now() returning due_at::text as at",
    );
    const isPaused = `problem is not null and failures = 0 and history_due_at > '${rows[0]?.at}'::timestamptz + interval '${pause}'`;
    const isReadAgain = "due_at > now() and holder is null";
    await expect.poll(() => countWhere(`history_failures = ${failures} and ${isReadAgain} and ${isPaused}`)).toBe(1);
  }
  fixture.failure = () => undefined;
  await fixture.store.pool.query("update ledger_sync set history_due_at = now()");
  await expect.poll(() => countWhere("history_read_at is not null and problem is null and history_failures = 0")).toBe(1);
});

test("a day that cannot be read does not keep the newer days of its part unread", async () => {
  await fixture.addMerchants("sandbox", 1);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const bad = day(20);
  fixture.failure = (_, { from = "", to = "" }) => (from <= bad && bad < to ? new AppError("gateway_timeout") : undefined);
  fixture.openProcess();
  const oldestRead = async () => {
    await fixture.store.pool.query("update ledger_sync set history_due_at = now()");
    const { rows } = await fixture.store.pool.query("select min(from_day)::text as day from ledger_read");
    return rows[0].day;
  };
  await expect.poll(oldestRead).toBe(day(19));
});

test("days before yesterday are read again after a while, for late rows", async () => {
  await fixture.addMerchants("sandbox", 1);
  const merchant = await findMerchantRow(fixture.store.db, "sandbox", "sandbox-1");
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const early = new Date(Date.now() - 7 * 3_600_000).toISOString();
  await fixture.store.pool.query(
    "insert into ledger_read (merchant_id, from_day, to_day, read_at, is_complete, without_account, zone) values ($1, $2, $3, $4, true, false, 'UTC')",
    [merchant?.id, day(3), day(0), early],
  );
  await fixture.store.pool.query("update ledger_sync set recent_read_at = $1, history_read_at = $1", [early]);
  fixture.openProcess();
  await expect.poll(() => countWhere("due_at > now() and holder is null")).toBe(1);
  const { rows } = await fixture.store.pool.query(
    "select min(from_day)::text as first, max(to_day)::text as last from ledger_read where read_at > $1",
    [early],
  );
  expect(rows).toEqual([{ first: day(3), last: day(0) }]);
});

test("the budget is shared: two processes make no more calls than its rate allows", async () => {
  const { db } = fixture.store;
  const ask = () => reserveCalls(db, { environment: "demo", calls: 7, most: 50, answered: 0 });
  const nowSeconds = async () => {
    const { rows } = await fixture.store.pool.query("select extract(epoch from clock_timestamp())::float8 as at");
    return rows[0].at as number;
  };
  const startedAt = await nowSeconds();
  await ask();
  let calls = 0;
  for (let round = 0; round < 30; round++) {
    for (const reserved of await Promise.all([ask(), ask()])) calls += reserved.calls;
  }
  const seconds = (await nowSeconds()) - startedAt;
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(1 + 50 * seconds);
});

test("too many calls halve the budget once and pause it, and successful responses restore it", async () => {
  const { db } = fixture.store;
  const ask = (answered: number) => reserveCalls(db, { environment: "demo", calls: 1, most: 50, answered });
  await ask(0);
  await Promise.all([1, 2, 3].map(() => lowerBudget(db, { environment: "demo", pauseMs: 60_000 })));
  const paused = await ask(0);
  expect(paused).toMatchObject({ calls: 0, rate: 25 });
  expect(paused.waitMs).toBeGreaterThan(50_000);
  expect((await ask(100)).rate).toBe(30);
  expect((await ask(100_000)).rate).toBe(50);
});
