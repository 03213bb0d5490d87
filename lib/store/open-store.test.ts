import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateStore } from "./open-store.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("migrating an up-to-date store, also from two callers at once, changes nothing", async () => {
  await Promise.all([migrateStore(store), migrateStore(store)]);
  const { rows } = await store.db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  expect(rows[0]?.n).toBeGreaterThan(0);
});

test("a bigint column comes back as a number", async () => {
  const { rows } = await store.db.execute(sql`select 9007199254740991::bigint as n`);
  expect(rows[0]?.n).toBe(Number.MAX_SAFE_INTEGER);
});
