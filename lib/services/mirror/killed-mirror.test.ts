import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mirrorProcesses } from "../../mirror/testing/killed-mirror.ts";
import { createSandboxDesk, type SandboxDesk } from "../../mirror/testing/sandbox-desk.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import { requestMirrorRun } from "../../store/mirror-runs.ts";
import { mirrorRun } from "../../store/schema/mirror.ts";
import { ledgerLease, transaction } from "../../store/schema/transaction.ts";

const kills = 3;
const slugs = ["corner-cafe", "taxi-athina"];

let desk: SandboxDesk;
beforeAll(async () => {
  desk = await createSandboxDesk({ transactions: 5_000, slugs });
});
afterAll(() => desk.drop());

/** The gateway's rows of a merchant, read without the mirror. */
async function listedIds(slug: string): Promise<string[]> {
  const gateway = await desk.ctx().gateways.forMerchant(await desk.merchant(slug));
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { rows, hasNext } = await gateway.readTransactions({ from: "2026-01-01", to: "2030-01-01", order: "asc", page });
    ids.push(...rows.map((row) => row.id ?? ""));
    if (!hasNext) return ids.toSorted();
  }
}

async function storedIds(slug: string): Promise<string[]> {
  const { id } = await desk.merchant(slug);
  const rows = await desk.store.db.select({ id: transaction.id }).from(transaction).where(eq(transaction.merchantId, id));
  return rows.map((row) => row.id).toSorted();
}

/**
 * Comes when so many more rows are stored than when it was asked for, and some of each merchant: one killed while it signs
 * in for the first time leaves a charge that only a person may take off.
 */
async function whenRows(more: number): Promise<void> {
  const count = async () => {
    const { merchantId } = transaction;
    const rows = await desk.store.db.select({ rows: sql<number>`count(*)::int` }).from(transaction).groupBy(merchantId);
    return rows.length < slugs.length ? 0 : rows.reduce((sum, each) => sum + each.rows, 0);
  };
  const start = await count();
  await expect.poll(async () => (await count()) - start, { interval: 5 }).toBeGreaterThan(more);
}

/** What a killed process held runs out by itself after a while; here at once. */
async function forgetClaims(): Promise<void> {
  await desk.store.db.update(mirrorRun).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(mirrorRun.state, "running"));
  await desk.store.db.delete(ledgerLease);
}

test("killed with -9 again and again, the mirror ends with exactly the gateway's rows", {
  meta: { slow: "Starts and kills whole processes while a year is read." },
}, async () => {
  for (const slug of slugs) {
    const { id: merchantId } = await desk.merchant(slug);
    const days = { fromDay: "2026-01-01", toDay: new Date().toISOString().slice(0, 10), daysTotal: 365 };
    await requestMirrorRun(desk.store.db, {
      environment,
      merchantId,
      kind: "backfill",
      ...days,
      requestedBy: "test",
      at: new Date(),
    });
  }
  const processes = mirrorProcesses({
    url: desk.store.url,
    upstream: {
      ...desk.sandbox.integration,
      baseUrl: (await desk.ctx().gateways.environment(environment)).baseUrl,
      merchants: desk.sandbox.merchants,
    },
  });
  for (let kill = 0; kill < kills; kill++) {
    expect(await processes.run(whenRows(kill * 97))).toEqual({ wasKilled: true });
    await forgetClaims();
  }
  expect(await processes.run()).toEqual({ wasKilled: false });
  const runs = await desk.store.db.select({ state: mirrorRun.state, problem: mirrorRun.problem }).from(mirrorRun);
  expect(runs).toEqual(slugs.map(() => ({ state: "done", problem: null })));
  for (const slug of slugs) expect(await storedIds(slug)).toEqual(await listedIds(slug));
});
