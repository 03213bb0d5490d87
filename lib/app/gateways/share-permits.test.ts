import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { openConnections } from "#lib/db/testing/open-connections.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { PairRef } from "#lib/gateway/permit.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { sharePermits } from "./share-permits.ts";

const vault = createTestVault();

let database: TestStore;
let store: Store;
beforeAll(async () => {
  database = await createTestStore();
  store = openStore({ url: database.url, connectionsMax: 4, connectMs: 500 });
  await openConnections(store);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

function pairOf(environment: "demo" | "sandbox"): PairRef {
  const pair = { environment, kind: "session", clientId: "cli_merchant", clientSecret: new Secret("sec") } as const;
  return { integrationClientId: "cli_integration", baseUrl: "https://gateway.example", pair };
}

test("a locked integration row does not delay other environments' permits", async () => {
  const permits = sharePermits(createPermitLedger({ db: store.db, vault }), 4);
  await permits.read(pairOf("demo"));
  let waiting: Promise<unknown> = Promise.resolve();
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from identity_integration where environment = 'demo' for update`);
    waiting = Promise.all(Array.from({ length: 8 }, () => permits.read(pairOf("demo"))));
    waiting.catch(() => {});
    await eventually(async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows.length).toBeGreaterThan(1);
    });
    expect(await permits.read(pairOf("sandbox"))).toBeUndefined();
  });
  expect(await waiting).toHaveLength(8);
});
