import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs } from "#lib/core/days.ts";
import { putRetention } from "#lib/db/settings/retention.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { createTestSandbox } from "#lib/sandbox/testing/test-sandbox.ts";
import { startTestMerchantServer, type TestMerchantServer } from "#lib/sandbox/testing/test-shop.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { removeSandboxRecords } from "./remove-sandbox-records.ts";

let store: TestStore;
let shop: TestMerchantServer;
beforeAll(async () => {
  store = await createTestStore();
  shop = await startTestMerchantServer();
});
afterAll(async () => {
  await shop.close();
  await store.drop();
});

async function keepFor(kind: "transactions" | "notifications", days: number): Promise<void> {
  const place = { environment: "sandbox", kind, keptFrom: null };
  await putRetention(store.db, { ...place, days, updatedAt: new Date(0), updatedBy: "test" });
}

test("orders nobody paid go after a week, and what retention does not keep goes with it", async () => {
  const clock = fixedClock(Date.UTC(2026, 5, 1, 12));
  const storage = createMemoryStorage();
  const { sandbox, control, call } = createTestSandbox({ storage }, clock);
  await sandbox.setStore("corner-cafe", shop.addresses);
  const live = async () => {
    const { token } = await sandbox.createLink({ slug: "corner-cafe", amountMinor: 100, currency: "EUR" });
    await control("POST", "orders", { merchant: "corner-cafe", amountMinor: 100, currency: "EUR" });
    return token;
  };
  const counts = async () => {
    await removeSandboxRecords({ db: store.db, clock, gateways: partialGateways({}) }, sandbox);
    const kinds = ["order", "order-payer", "link", "ledger"];
    return Promise.all(kinds.map((kind) => storage.count(kind, {})));
  };
  const link = await live();
  clock.advance(7 * dayMs);
  expect(await counts()).toEqual([2, 1, 1, 2]);
  clock.advance(1);
  expect(await counts()).toEqual([1, 1, 1, 2]);
  expect((await call(`/pay/${link}`)).status).toBe(404);
  await live();
  await keepFor("notifications", 7);
  expect(await counts()).toEqual([3, 2, 2, 4]);
  clock.advance(dayMs);
  expect(await counts()).toEqual([2, 1, 1, 4]);
  await keepFor("transactions", 7);
  expect(await counts()).toEqual([2, 1, 1, 2]);
  expect((await call("/checkout/corner-cafe?amount=1")).status).toBe(303);
});
