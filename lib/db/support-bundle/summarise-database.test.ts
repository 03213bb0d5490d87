import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { summariseDatabase } from "./summarise-database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("a part that cannot be read says why and holds up no other, and nothing can be written afterwards", async () => {
  const client = new pg.Client({ connectionString: store.url });
  await client.connect();
  try {
    await store.pool.query("alter table sync_budget rename to other");
    const parts = await summariseDatabase(client, (cause) => (cause instanceof Error ? cause.message : ""));
    expect(parts.syncBudgets).toEqual({ problem: 'relation "sync_budget" does not exist' });
    expect(parts.restore).toEqual([]);
    expect(parts.server).toEqual([expect.objectContaining({ isStandby: false, maxConnections: expect.any(Number) })]);
    await expect(client.query("delete from audit")).rejects.toThrow("read-only");
  } finally {
    await client.end();
  }
});
