import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { fillManyMerchants, type StoredRow } from "#lib/db/testing/many-merchants.ts";
import { recordStatements } from "#lib/db/testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import type { ServiceContext } from "../context.ts";
import { listNeverNotified } from "../notifications/list-never-notified.ts";
import { getOverview } from "../overview/get-overview.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { eachTransaction } from "./each-transaction.ts";
import { listTransactions } from "./list-transactions.ts";
import { listTransactionDays, totalTransactions } from "./sum-transactions.ts";

const environment = "demo";
const merchants = 1_500;
let store: TestStore;
let all: StoredRow[];
let ctx: ServiceContext;
/** A summary is cached briefly. */
let passedMs = 0;
beforeAll(async () => {
  store = await createTestStore();
  const vault = createTestVault();
  all = await fillManyMerchants(store, vault, { environment, merchants, rows: 6_000 });
  await store.db.execute(sql`update ledger_sync set recent_read_at = now() - interval '1 hour', history_read_at = now()`);
  const nowMs = Date.now();
  ctx = {
    ...{ db: store.db, vault, publicOrigin: "", requestId: "", peer: null },
    clock: { now: () => nowMs, monotonic: () => performance.now() + passedMs },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // No merchant's gateway may be opened.
    gateways: partialGateways({ zone: "UTC" }),
    staff: {
      ...{ id: randomUUID(), email: "a@desk.example", storedName: "a", role: "admin", permissions: [], merchants: null },
      ...{ environments: [environment], sessionIdHash: "", authenticatedAt: new Date(nowMs), hasSecondFactor: false },
      ...{ isPresenting: false, seeded: false },
    },
  };
});
afterAll(() => store.drop());

const limitedTo = (slugs: readonly string[]): ServiceContext => ({
  ...ctx,
  staff: { ...ctx.staff, merchants: slugs.map((slug) => `${environment}/${slug}`) },
});
const list = (input: Record<string, string>, of = ctx) => listTransactions(of, { environment, input });
const setSyncs = async (change: string) => {
  await store.db.execute(sql.raw(`update ledger_sync set ${change}`));
  passedMs += 60_000;
};

test("a page over very many merchants shows stored rows with their freshness, and has those shown read next", async () => {
  const page = await list({ limit: "100" });
  const newest = all.toSorted((left, right) => right.atMs - left.atMs).slice(0, 100);
  expect(new Set(page.items.map(({ occurredAt }) => Date.parse(occurredAt)))).toEqual(new Set(newest.map(({ atMs }) => atMs)));
  expect(page.items.every(({ merchant }) => merchant.startsWith("shop-"))).toBe(true);
  expect(page).toMatchObject({ source: "mirror", complete: true, upToDate: false });
  expect(page.sync).toMatchObject({ merchants, upToDate: 0, syncing: merchants, attention: 0, neverRead: 0 });
  expect(JSON.stringify(page).length).toBeLessThan(100_000);
  await eventually(async () => {
    const { rows } = await store.db.execute<{ slug: string }>(
      sql`select slug from ledger_sync join merchant on id = merchant_id where viewed_at is not null`,
    );
    expect(new Set(rows.map(({ slug }) => slug))).toEqual(new Set(page.items.map(({ merchant }) => merchant)));
  });
});

test("it names the worst few only, and a page without rows says how many merchants were never read", async () => {
  await setSyncs(
    `problem = '{"code": "gateway_unavailable", "message": "away"}' where merchant_id in (select id from merchant order by slug limit 700)`,
  );
  await setSyncs(
    "recent_read_at = null, history_read_at = null where merchant_id in (select id from merchant order by slug desc limit 400)",
  );
  const page = await list({ from: "2020-01-01", to: "2020-01-02" });
  expect(page.items).toEqual([]);
  expect(page.sync).toMatchObject({ merchants, attention: 700, neverRead: 400, syncing: 800 });
  expect(page.problems).toHaveLength(5);
  expect(page).toMatchObject({ complete: false, upToDate: false });
  const overview = await getOverview(ctx, { environment, merchant: null, input: { from: "2026-03-01", to: "2026-03-30" } });
  expect(overview.partial).toHaveLength(20);
  expect(overview).toMatchObject({ partialCount: 400, sync: { attention: 700 } });
  expect(overview.currencies.reduce((sum, { now }) => sum + now.count, 0)).toBe(
    all.filter(({ day }) => day >= "2026-03-01" && day <= "2026-03-30").length,
  );
  expect(JSON.stringify(overview).length).toBeLessThan(100_000);
});

test("days that a gateway did not list completely are named in lists, and totals and the overview are not whole", async () => {
  await setSyncs("recent_read_at = now(), history_read_at = now(), problem = null");
  const read = (isComplete: boolean, readAt: string) =>
    store.db.execute(sql`
      insert into ledger_read (merchant_id, from_day, to_day, read_at, is_complete, zone)
      select id, '2026-03-01', '2026-03-05', ${readAt}, ${isComplete}, 'UTC' from merchant order by slug limit 7`);
  await read(false, "2026-03-10T00:00:00Z");
  const march = { from: "2026-03-05", to: "2026-03-30" };
  const states = async (input: Record<string, string>) => {
    const { complete, problems = [] } = await list(input);
    const totals = await totalTransactions(ctx, { environment, input });
    const overview = await getOverview(ctx, { environment, merchant: null, input: { to: "2026-03-30", ...input } });
    const named = problems.map(({ code }) => code);
    return { complete, named, totals: totals.complete, partial: [overview.partialCount, overview.partial.length] };
  };
  const codes = Array.from({ length: 5 }, () => "ledger_incomplete");
  expect(await states(march)).toEqual({ complete: false, named: codes, totals: false, partial: [7, 7] });
  const whole = { complete: true, named: [], totals: true, partial: [0, 0] };
  // The overview compares with the days before.
  expect(await states({ from: "2026-03-06", to: "2026-03-30" })).toEqual({ ...whole, partial: [7, 7] });
  await read(true, "2026-03-11T00:00:00Z");
  expect(await states(march)).toEqual(whole);
});

test("what reaches back to days that are still to be read says so, and what does not is whole", async () => {
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  const isWhole = async (input: Record<string, string>) => {
    const page = await list(input);
    const { complete } = await totalTransactions(ctx, { environment, input });
    const days = await listTransactionDays(ctx, { environment, input });
    expect([complete, days.complete, page.lacksHistory !== true]).toEqual([page.complete, page.complete, page.complete]);
    return page.complete;
  };
  const inputs = [{}, { from: "2026-03-01", to: "2026-03-31" }, { from: today }] as const;
  const areWhole = async () => Promise.all(inputs.map((input) => isWhole(input)));
  await setSyncs("recent_read_at = now(), history_read_at = null, problem = null");
  expect(await areWhole()).toEqual([false, false, true]);
  await setSyncs("history_read_at = now() where merchant_id <> (select id from merchant order by slug limit 1)");
  expect(await areWhole()).toEqual([false, false, true]);
  // One that cannot be read is not waited for.
  await setSyncs(`problem = '{"code": "gateway_unavailable", "message": "away"}' where history_read_at is null`);
  expect(await areWhole()).toEqual([true, true, true]);
});

test("missing notifications of days that are still to be read are not called complete", async () => {
  const listMissing = () => listNeverNotified(ctx, { environment, merchant: null, input: { limit: "1" } });
  const isWhole = async () => (await listMissing()).complete;
  await setSyncs("recent_read_at = now(), history_read_at = null, problem = null");
  // Without a notification URL none can be missing.
  expect(await isWhole()).toBe(true);
  await store.db.execute(sql`
    insert into notify_endpoint (id, environment, merchant_id, sid, created_by, created_at)
    select 'old', ${environment}, id, '1', 'test', now() - interval '30 days' from merchant limit 1`);
  expect(await isWhole()).toBe(false);
  await setSyncs("history_read_at = now()");
  expect(await isWhole()).toBe(true);
  await store.db.execute(sql`
    insert into ledger_read (merchant_id, from_day, to_day, read_at, is_complete, zone)
    select id, '2020-01-01', '9999-12-31', now(), false, 'UTC' from merchant order by slug limit 1`);
  expect(await listMissing()).toMatchObject({ complete: false, problem: { code: "ledger_incomplete" } });
  await store.db.execute(sql`delete from ledger_read where not is_complete`);
});

test("an account limited to many merchants sees only these, in lists, sums and exports", async () => {
  const slugs = Array.from({ length: 300 }, (_, at) => `shop-${at + 1}`);
  const limited = limitedTo(slugs);
  const shown = new Set<string>();
  for await (const rows of eachTransaction(limited, {
    environment,
    order: "newest",
    selection: { kind: "matching", filter: {}, except: [] },
  }))
    for (const { merchant, id } of rows) shown.add(`${merchant} ${id}`);
  const { count } = await totalTransactions(limited, { environment, input: {} });
  expect([...shown].every((name) => slugs.includes(name.split(" ")[0] ?? ""))).toBe(true);
  expect(shown.size).toBe(count);
  const days = await listTransactionDays(limited, { environment, input: {} });
  expect(days.days.reduce((sum, day) => sum + day.count, 0)).toBe(count);
  const page = await list({}, limited);
  expect(page.sync).toMatchObject({ merchants: 300 });
  const named = [...(await list({ limit: "40" })).items, ...page.items].map(({ merchant, id }) => ({ merchant, id }));
  const exported = [];
  const selection = { kind: "rows", rows: named } as const;
  for await (const rows of eachTransaction(limited, { environment, order: "newest", selection })) exported.push(...rows);
  const mine = named.filter(({ merchant }) => slugs.includes(merchant));
  expect(exported.map(({ merchant, id }) => ({ merchant, id }))).toEqual(mine);
});

test("no response needs a statement or a parameter for each merchant", async () => {
  const works = [
    () => list({}),
    () => totalTransactions(ctx, { environment, input: { type: "013" } }),
    () => listTransactionDays(ctx, { environment, input: {} }),
    () => getOverview(ctx, { environment, merchant: null, input: { from: "2026-03-01", to: "2026-03-30" } }),
  ];
  for (const work of works) {
    const statements = await recordStatements(store, work);
    expect(statements.length).toBeLessThan(20);
    const size = (value: unknown) => (Array.isArray(value) ? value.length : 1);
    for (const { values } of statements) expect(values.reduce<number>((sum, value) => sum + size(value), 0)).toBeLessThan(400);
  }
});
