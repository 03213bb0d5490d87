import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { ledgerCheckpoint, syncRun } from "../schema/sync-run.ts";
import { deleteSignIns } from "../staff/delete-sign-ins.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { deleteEnvironment } from "./delete-environment.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const sealed = Buffer.from("sealed");
const at = new Date("2026-11-20T12:00:00Z");
const days = { fromDay: "2026-11-01", toDay: "2026-11-20" };

/** An interrupted sync, its run, and a refused sign-in. */
async function addTraces(environment: string): Promise<void> {
  const { db } = store;
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" };
  const [row] = await db
    .insert(merchant)
    .values({ slug: "cafe", name: "Cafe", environment, ...credential })
    .returning();
  const merchantId = row?.id ?? "";
  await db
    .insert(ledgerCheckpoint)
    .values({ merchantId, account: "1", ...days, page: 3, rows: 300, pageSize: 100, zone: "UTC", startedAt: at });
  const run = { environment, merchantId, kind: "backfill", state: "failed", requestedBy: "test", daysTotal: 20 } as const;
  await db.insert(syncRun).values({ ...run, ...days, dueAt: at, createdAt: at, updatedAt: at });
  await db.insert(identityIntegration).values({ id: randomUUID(), environment, seq: 1 });
  await db.insert(identityPair).values({ id: randomUUID(), environment, kind: "session", state: "open" });
}

const left = async () => {
  const { db } = store;
  const tables = [ledgerCheckpoint, syncRun, identityIntegration, identityPair, merchant];
  return Promise.all(tables.map((table) => db.$count(table)));
};

test("the sandbox put back forgets half-read pages, runs and refused sign-ins, keeps its merchants, and leaves others alone", async () => {
  await addTraces("sandbox");
  await addTraces("demo");
  expect(await left()).toEqual([2, 2, 2, 2, 2]);
  await deleteEnvironment(store.db, "sandbox");
  await deleteSignIns(store.db, "sandbox");
  expect(await left()).toEqual([1, 1, 1, 1, 2]);
  expect((await store.db.select().from(identityPair)).map(({ environment }) => environment)).toEqual(["demo"]);
});
