import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { openStore, type Store } from "./open-store.ts";

let database: TestStore;
let store: Store;
beforeAll(async () => {
  database = await createTestStore({ connectionsMax: 1 });
  store = openStore({ url: database.url, connectionsMax: 1, connectMs: 1_000, waitingMax: 1 });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

test("a busy pool lets a few requests wait briefly and rejects the rest at once", async () => {
  const watch = { onConnected: vi.fn(), onRefused: vi.fn() };
  store.pool.watch = watch;
  const client = await store.pool.connect();
  const waiting = store.pool.query("select 1").catch((cause: unknown) => cause);
  await expect(store.db.transaction(async () => "never begun")).rejects.toThrow("too many wait already");
  expect(await waiting).toMatchObject({ message: "timeout exceeded when trying to connect" });
  expect(watch.onRefused).toHaveBeenCalledTimes(2);
  client.release();
  await expect(store.db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 });
  expect(watch.onConnected).toHaveBeenCalledTimes(2);
  expect(store.pool.idleCount).toBe(1);
});
