import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { openConnections } from "#lib/db/testing/open-connections.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGatewayDirectory } from "./gateway-directory.ts";

const vault = createTestVault();
let database: TestStore;
let store: Store;
beforeAll(async () => {
  database = await createTestStore();
  store = openStore({ url: database.url, connectionsMax: 1, connectMs: 100 });
  await openConnections(store);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

test("an opened environment is returned from memory while no database connection is free", async () => {
  const credentials = { partnerId: "p", applicationId: "a", clientId: "cli_i", clientSecret: "sec_i" };
  const options = { zone: "Europe/Sofia" };
  await saveIntegration(store.db, vault, { id: "demo", baseUrl: "http://127.0.0.1:4010", ...credentials, options, by: "test" });
  const clock = fixedClock();
  const permits = createPermitLedger({ db: store.db, vault });
  const gateways = createGatewayDirectory({ store, vault, permits, clock, allowedHosts: ["127.0.0.1:4010"], onCall: () => {} });
  expect((await gateways.environment("demo")).zone).toBe("Europe/Sofia");
  clock.advance(5_000);
  const held = await store.pool.connect();
  expect((await gateways.environment("demo")).zone).toBe("Europe/Sofia");
  // An environment that was never opened is unknown, and no request uses credentials that may be old.
  await expect(gateways.environment("sandbox")).rejects.toThrow();
  await expect(gateways.integration("demo")).rejects.toThrow();
  held.release();
  await expect(gateways.environment("sandbox")).rejects.toMatchObject({ code: "not_connected" });
});
