import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { delayBounds } from "#lib/core/payment-method.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore } from "../connection/open-store.ts";
import { listDeliveries } from "../notifications/notifications.ts";
import { listOverviewDifferences } from "../testing/overview-differences.ts";
import { stormApplication, stormOverview } from "../testing/overview-storm.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { listOverviewCounts, updateOverview } from "./overview.ts";
import { listOtherZones, recountOverview, saveZone } from "./recount-overview.ts";

const zone = "Europe/Sofia";
const zones = { demo: zone };
const merchantIds = [randomUUID(), randomUUID()];
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.db.execute(sql`delete from delivery`);
  await store.db.execute(sql`delete from payment`);
  await recountOverview(store.db, { environment: "demo", zone });
});

const everyDay = { environment: "demo", merchantIds, beforeFrom: "2026-03-01", from: "2026-03-29", to: "2026-04-30", zone };
const countDayRows = () => store.db.execute<{ rows: number }>(sql`select count(*)::int as rows from overview_day`);

test("the counts match the rows after any changes and whenever they are aggregated", {
  meta: { slow: "Random changes, each compared with all rows." },
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat()),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 20 }),
      async (numbers, folds) => {
        const draw = (below: number) => (numbers.next().value ?? 0) % below;
        for (const isFolded of folds) {
          await stormOverview(store.db, { merchantIds, draw });
          if (isFolded) await updateOverview(store.db, zones);
        }
        expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
        const before = await listOverviewCounts(store.db, everyDay);
        expect(await listOverviewCounts(store.db, { ...everyDay, merchantIds: null })).toEqual(before);
        await updateOverview(store.db, zones);
        expect(await listOverviewCounts(store.db, everyDay)).toEqual(before);
        expect(await listOverviewCounts(store.db, { ...everyDay, merchantIds: null })).toEqual(before);
        expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});

/** Ends the statements of a killed process, which the server otherwise notices late. */
async function untilGone(): Promise<void> {
  await eventually(async () => {
    const { rows } = await store.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${stormApplication}`);
    expect(rows).toEqual([]);
  });
}

test("a process killed repeatedly while it stores and aggregates leaves correct counts", {
  meta: { slow: "Starts and kills whole processes." },
  tags: ["long"],
}, async () => {
  const script = fileURLToPath(new URL("../testing/overview-process.ts", import.meta.url));
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, [script, store.url, zone, ...merchantIds], { stdio: ["ignore", "pipe", "inherit"] });
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) if (++lines === 25 + 17 * round) break;
    child.kill("SIGKILL");
    await once(child, "exit");
    await untilGone();
    expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
  }
  await updateOverview(store.db, zones);
  expect((await countDayRows()).rows[0]?.rows).toBeGreaterThan(0);
});

test("a day is the zone's day, before and after midnight, aggregated or not", async () => {
  const add = (at: string) =>
    store.db.execute(sql`
      insert into payment (environment, merchant_id, status, amount_minor, currency, terminal_id, reference_number, created_at, updated_at)
      values ('demo', ${merchantIds[0]}, 'success', 250, 'EUR', 'T', ${randomUUID()}, ${at}, ${at})`);
  await add("2026-03-28T21:59:59Z");
  await add("2026-03-28T22:00:00Z");
  const days = async () =>
    (await listOverviewCounts(store.db, everyDay)).map(({ isNow, rows, amountMinor }) => [isNow, rows, amountMinor]);
  const expected = [
    [false, 1, "250"],
    [true, 1, "250"],
  ];
  expect(await days()).toEqual(expected);
  await updateOverview(store.db, zones);
  expect(await days()).toEqual(expected);
});

test("removed rows leave no empty day", async () => {
  const draw = (below: number) => Math.floor(Math.random() * below);
  for (let step = 0; step < 20; step++) await stormOverview(store.db, { merchantIds, draw });
  await updateOverview(store.db, zones);
  await store.db.execute(sql`delete from delivery`);
  await store.db.execute(sql`delete from payment`);
  await updateOverview(store.db, zones);
  expect((await countDayRows()).rows[0]?.rows).toBe(0);
});

test("days are counted again during writes, and neither waits for the other", async () => {
  for (let step = 0; step < 30; step++) {
    await stormOverview(store.db, { merchantIds, draw: (below) => (step * 7919) % below });
  }
  await updateOverview(store.db, zones);
  await stormOverview(store.db, { merchantIds, draw: (below) => 5 % below });
  await store.db.transaction(async (tx) => {
    await stormOverview(tx, { merchantIds, draw: (below) => 3 % below });
    await recountOverview(store.db, { environment: "demo", zone: "Asia/Tokyo" });
  });
  expect(await listOverviewDifferences(store.db, { demo: "Asia/Tokyo" })).toEqual([]);
});

test("an environment counts as changed until all its days are counted in its zone", async () => {
  expect(await listOtherZones(store.db, zones)).toEqual(["demo"]);
  await saveZone(store.db, "demo", zones.demo);
  expect(await listOtherZones(store.db, { ...zones, sandbox: "UTC" })).toEqual(["sandbox"]);
  await saveZone(store.db, "sandbox", "UTC");
  expect(await listOtherZones(store.db, { demo: "UTC", sandbox: "UTC" })).toEqual(["demo"]);
});

test("days are counted again however long it takes", async () => {
  const short = openStore({ url: store.url, statementMs: 50, answerMs: 50 });
  await store.db.execute(sql`create function take_time() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return null; end $$`);
  await store.db.execute(
    sql`create trigger takes_time after insert on overview_day for each statement execute function take_time()`,
  );
  try {
    await recountOverview(short.db, { environment: "demo", zone });
  } finally {
    await store.db.execute(sql`drop function take_time cascade`);
    await short.close();
  }
});

test("only the days of the environment whose zone changed are recounted", async () => {
  const add = (environment: string, merchantId: string | undefined) =>
    store.db.execute(sql`
      insert into payment (environment, merchant_id, status, amount_minor, currency, terminal_id, reference_number, created_at, updated_at)
      values (${environment}, ${merchantId}, 'success', 250, 'EUR', 'T', ${randomUUID()}, '2019-03-28T22:00:00Z', '2019-03-28T22:00:00Z')`);
  await add("demo", merchantIds[0]);
  await add("sandbox", merchantIds[1]);
  await updateOverview(store.db, zones);
  await recountOverview(store.db, { environment: "demo", zone: "UTC" });
  const { rows } = await store.db.execute(sql`select environment, day::text, rows::int from overview_environment_day order by 1`);
  expect(rows).toEqual([
    { environment: "demo", day: "2019-03-28", rows: 1 },
    { environment: "sandbox", day: "2019-03-28", rows: 1 },
  ]);
  expect(await listOverviewDifferences(store.db, { demo: "UTC", sandbox: "UTC" })).toEqual([]);
});

test("a delay counts in the same range as the list's filter, to the second", async () => {
  const merchantId = merchantIds[0] ?? "";
  const seconds = [-3600, 0, 5, 6, 15, 16, 60, 61, 300, 301, 1800, 1801, 7200, 7201, 999_999];
  for (const delay of seconds) {
    const id = randomUUID();
    await store.db.execute(sql`
      insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at,
        last_seen_at, verdict, reasons, answer_status, answer_body, answer_ms)
      values (${id}, ${id}, 'demo', ${merchantId}, ${id}, ${Buffer.from(id)}, ''::bytea, 0, '\\x00', '2026-03-29T10:00:00Z',
        '2026-03-29T10:00:00Z', 'valid', '{}', 200, 'OK', 1)`);
    await store.db.execute(sql`insert into payment_notice (delivery_id, environment, merchant_id, received_at, paid_with, card_brand, currency, delay_seconds)
      values (${id}, 'demo', ${merchantId}, '2026-03-29T10:00:00Z', 'card', 'visa', 'EUR', ${delay})`);
  }
  const counted = (await listOverviewCounts(store.db, everyDay)).filter(({ fact }) => fact === "delay");
  for (const delay of delayBounds) {
    const deliveries = await listDeliveries(store.db, { environment: "demo", merchantIds: [merchantId], delay, limit: 50 });
    expect([delay, deliveries.length]).toEqual([delay, counted.find(({ kind }) => kind === delay)?.rows]);
  }
  expect(counted.reduce((sum, { rows }) => sum + rows, 0)).toBe(seconds.length);
});
