import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { ensureDeliveryMonth } from "./delivery-months.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

/** The lock of `attach_partition`, which whoever stores rows of a new month holds until its transaction ends. */
const partitionLock = 4_242_010;

async function countWaiting(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`,
    [partitionLock],
  );
  return rows[0]?.count ?? 0;
}

test("a month is created although another transaction creates one for longer than the lock timeout", async () => {
  const other = await store.pool.connect();
  try {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock($1)", [partitionLock]);
    const created = ensureDeliveryMonth(store.db, "sandbox", new Date("2021-03-04T00:00:00Z"));
    await eventually(async () => expect(await countWaiting()).toBe(1));
    // Its first attempt gave up.
    await eventually(async () => expect(await countWaiting()).toBe(0));
    await other.query("commit");
    await created;
  } finally {
    other.release();
  }
  const { rows } = await store.pool.query("select to_regclass('delivery_sandbox_202103') is not null as created");
  expect(rows).toEqual([{ created: true }]);
});
