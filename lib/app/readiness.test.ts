import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { isStoreReady } from "./readiness.ts";
import { type DatabaseProxy, openDatabaseProxy } from "./testing/database-proxy.ts";

let direct: TestStore;
let proxy: DatabaseProxy;
let store: Store;
beforeAll(async () => {
  direct = await createTestStore();
  proxy = await openDatabaseProxy(direct.url);
  store = openStore({ url: proxy.url, connectionsMax: 4, statementMs: 3_600_000 });
});
afterAll(async () => {
  proxy.restore();
  await store.close();
  await proxy.close();
  await direct.drop();
});

test("a database that hangs is not ready, uses one connection for any number of probes, and becomes ready again", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  // The clock is frozen, so that no result expires.
  const clock = { ...systemClock, monotonic: () => 0 };
  await store.pool.query("select 1");
  proxy.hang();
  for (let probe = 0; probe < 5; probe++) expect(await isStoreReady(store, clock)).toBe(false);
  expect([store.pool.totalCount, store.pool.waitingCount]).toEqual([1, 0]);
  proxy.restore();
  await eventually(async () => expect(await isStoreReady(store, clock)).toBe(true));
});
