import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { saveIntegration, saveMerchant } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { archiveMerchant, restoreMerchant } from "#lib/db/merchants/archived-merchants.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { alert } from "#lib/db/schema/alert.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { evaluateAlerts } from "#lib/services/alerts/evaluate-alerts.ts";
import type { GatewayDirectory } from "#lib/services/context.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGatewayDirectory } from "./gateway-directory.ts";

const vault = createTestVault();
const credentials = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
let store: TestStore;
let upstream: TinyGateway;
let gateways: GatewayDirectory;
let asked = 0;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());
beforeEach(async () => {
  upstream = await startTinyGateway();
  const permits = createPermitLedger({ db: store.db, vault });
  const acquire: typeof permits.acquire = (request) => {
    asked += 1;
    return permits.acquire(request);
  };
  await connect();
  const merchant = { slug: "cafe", name: "Cafe", clientId: "cli_1", clientSecret: "sec_1", sid: null };
  await saveMerchant(store.db, vault, { environment: "demo", ...merchant, by: "a test" });
  gateways = createGatewayDirectory({
    ...{ store, vault, permits: { ...permits, acquire }, clock: systemClock },
    allowedHosts: [upstream.host],
    onCall: () => {},
  });
});
afterEach(() => upstream.close());

async function connect(changed: Partial<typeof credentials> = {}): Promise<void> {
  await saveIntegration(store.db, vault, { id: "demo", baseUrl: upstream.url, ...credentials, ...changed, by: "a test" });
}

async function readCafe(): Promise<void> {
  const row = await findMerchantRow(store.db, "demo", "cafe");
  if (!row) throw new Error("The merchant is not there.");
  await (await gateways.forMerchant(row)).readTransactions({ page: 1 });
}

test("tokens and sessions stay cached when another part of the connection changes", async () => {
  await readCafe();
  const before = asked;
  await connect({ partnerId: "mps-p-2" });
  gateways.reload("demo");
  await readCafe();
  expect(upstream.requests.at(-1)?.headers["x-partner-id"]).toBe("mps-p-2");
  expect(asked).toBe(before);
});

test("a new secret of the integration clears the cache", async () => {
  await readCafe();
  const before = asked;
  await connect({ clientSecret: "secret_2" });
  gateways.reload("demo");
  await readCafe();
  expect(asked).toBeGreaterThan(before);
});

test("concurrent calls before the first open share one client and its sign-ins", async () => {
  const before = asked;
  await Promise.all(Array.from({ length: 20 }, readCafe));
  expect(asked - before).toBe(2);
});

test("a call that began before its merchant was archived signs in no more", async () => {
  const row = await findMerchantRow(store.db, "demo", "cafe");
  if (!row) throw new Error("The merchant is not there.");
  const client = await gateways.forMerchant(row);
  await archiveMerchant(store.db, { merchantId: row.id, at: new Date(), by: "a test" });
  await expect(client.readTransactions({ page: 1 })).rejects.toMatchObject({ code: "merchant_archived" });
  expect(upstream.sessionCalls.size).toBe(0);
  await restoreMerchant(store.db, { merchantId: row.id, at: new Date() });
  await client.readTransactions({ page: 1 });
});

test("what is left of an environment whose host is no longer allowed hides no alert of another one", async () => {
  await readCafe();
  await saveIntegration(store.db, vault, { id: "sandbox", baseUrl: "http://localhost:3999", ...credentials, by: "a test" });
  await store.db.update(identityPair).set({ state: "open", lastErrorAt: new Date() }).where(eq(identityPair.kind, "session"));
  const log = { info: () => {}, warn: () => {}, error: vi.fn() };
  await evaluateAlerts({ db: store.db, clock: systemClock, gateways, log });
  const alerts = await store.db.select({ environment: alert.environment, rule: alert.rule }).from(alert);
  expect(alerts).toContainEqual({ environment: "demo", rule: "merchant_stopped" });
  expect(log.error).not.toHaveBeenCalled();
});
