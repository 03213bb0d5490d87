import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { insertCalls } from "#lib/db/gateway-calls/gateway-calls.ts";
import { gatewayCall } from "#lib/db/schema/gateway-call.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { createTestSandbox } from "#lib/sandbox/testing/test-sandbox.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createBackgroundJobs } from "./background-jobs.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("what is no longer kept is removed although the sandbox's storage fails", async () => {
  const place = { environment: "demo", merchantId: null, paymentId: null, process: "test:1", method: "GET", path: "/" };
  const facts = { calls: 1, ms: 1, status: 200, attempt: 1, failure: null, problem: null, reference: null };
  await insertCalls(store.db, [{ ...place, ...facts, at: new Date(0) }]);
  const clock = fixedClock();
  const fails = () => Promise.reject(new Error("away"));
  const { sandbox } = createTestSandbox({ storage: { ...createMemoryStorage(), listHeads: fails } }, clock);
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const parts = { db: store.db, vault, clock, log, gateways: partialGateways({}), publicOrigin: "", sandbox };
  const senders = { mail: undefined, post: fails, checkTarget: fails };
  const jobs = createBackgroundJobs({ ...parts, senders }, { sync: { callsPerSecond: 1, concurrency: 1 } });
  await expect(jobs.removeExpired(() => false)).rejects.toThrow("away");
  expect(await store.db.$count(gatewayCall)).toBe(0);
});
