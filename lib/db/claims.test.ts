import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { claimMessages } from "./alerts/messages.ts";
import { createSandboxStorage } from "./environments/sandbox-storage.ts";
import { claimSyncRun } from "./ledger-sync/sync-runs.ts";
import { alertChannel, alertMessage } from "./schema/alert-channel.ts";
import { syncRun } from "./schema/sync-run.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";

/** With one connection, whose planner looks for the due rows anew for each row, as it may while statistics are old. */
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 1 });
  for (const way of ["hashjoin", "mergejoin", "material", "hashagg", "sort"]) {
    await store.db.execute(sql.raw(`set enable_${way} = off`));
  }
});
afterAll(() => store.drop());

const limit = 2;
const places = Array.from({ length: 9 }, (_, at) => at);
const at = new Date(0);

test("a claim takes no more messages than its limit", async () => {
  const own = { environment: "demo", kind: "webhook" as const, isOn: true, severities: [], updatedAt: at, updatedBy: "test" };
  const [channel] = await store.db.insert(alertChannel).values(own).returning();
  if (!channel) throw new Error("No channel was stored.");
  await store.db.insert(alertMessage).values(places.map(() => ({ channelId: channel.id, alerts: [], dueAt: at, queuedAt: at })));
  const taken = await claimMessages(store.db, { at, leaseMs: 1, limit, exceptChannels: [] });
  expect(taken).toHaveLength(limit);
});

test("a claim takes one run of a ledger's sync", async () => {
  const days = { fromDay: "2026-03-01", toDay: "2026-03-02", daysTotal: 2 };
  const own = { ...days, environment: "demo", kind: "check" as const, state: "queued" as const, requestedBy: "test" };
  await store.db
    .insert(syncRun)
    .values(places.map(() => ({ ...own, merchantId: randomUUID(), dueAt: at, createdAt: at, updatedAt: at })));
  expect(await claimSyncRun(store.db, { holder: randomUUID(), lifeMs: 60_000 })).toBeDefined();
  expect(await store.db.$count(syncRun, sql`holder is not null`)).toBe(1);
});

test("a claim takes no more records of the sandbox than its limit", async () => {
  const storage = createSandboxStorage({ db: store.db, vault: createTestVault() });
  await storage.saveMany(places.map((place) => ({ kind: "thing", key: `k${place}`, group: "g", at: place, tag: "", value: {} })));
  const due = await storage.claimDue("thing", { now: 100, leaseMs: 1_000, limit });
  expect(due.map(({ key }) => key).toSorted()).toEqual(["k0", "k1"]);
});
