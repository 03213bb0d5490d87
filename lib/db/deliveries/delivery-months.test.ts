import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { ensureDeliveryMonth } from "./delivery-months.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

/** The lock of `attach_partition`, which whoever stores rows of a new month holds until its transaction ends. */
const partitionLock = 4_242_010;

test("a month is created although another transaction creates one for longer than the lock timeout", async () => {
  const other = await store.pool.connect();
  try {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock($1)", [partitionLock]);
    const created = ensureDeliveryMonth(store.db, "sandbox", new Date("2021-03-04T00:00:00Z"));
    await other.query("select pg_sleep(0.6)");
    await other.query("commit");
    await created;
  } finally {
    other.release();
  }
  const { rows } = await store.pool.query("select to_regclass('delivery_sandbox_202103') is not null as created");
  expect(rows).toEqual([{ created: true }]);
});
