// @module-tag long: kills processes, or keeps one busy.

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { syncRun } from "#lib/db/schema/sync-run.ts";
import { ledgerLease, transaction } from "#lib/db/schema/transaction.ts";
import { syncProcesses } from "#lib/ledger-sync/testing/killed-sync.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";

const kills = 3;
const slugs = ["corner-cafe", "taxi-athina"];

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 5_000, slugs });
});
afterAll(() => fixture.drop());

/** The gateway's rows of a merchant, read directly. */
async function listedIds(slug: string): Promise<string[]> {
  const gateway = await fixture.ctx().gateways.forMerchant(await fixture.merchant(slug));
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { rows, hasNext } = await gateway.readTransactions({ from: "2026-01-01", to: "2030-01-01", order: "asc", page });
    ids.push(...rows.map((row) => row.id ?? ""));
    if (!hasNext) return ids.toSorted();
  }
}

async function storedIds(slug: string): Promise<string[]> {
  const { id } = await fixture.merchant(slug);
  const rows = await fixture.store.db.select({ id: transaction.id }).from(transaction).where(eq(transaction.merchantId, id));
  return rows.map((row) => row.id).toSorted();
}

/**
 * Resolves when this many more rows are stored than at the start, and some of each merchant: a process killed during its first
 * sign-in leaves a failed attempt that only a manual action can clear.
 */
async function whenRows(more: number): Promise<void> {
  const count = async () => {
    const { merchantId } = transaction;
    const rows = await fixture.store.db.select({ rows: sql<number>`count(*)::int` }).from(transaction).groupBy(merchantId);
    return rows.length < slugs.length ? 0 : rows.reduce((sum, item) => sum + item.rows, 0);
  };
  const start = await count();
  await expect.poll(async () => (await count()) - start, { interval: 5 }).toBeGreaterThan(more);
}

/** Expires the claims and leases of a killed process at once. */
async function deleteClaims(): Promise<void> {
  await fixture.store.db.update(syncRun).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(syncRun.state, "running"));
  await fixture.store.db.delete(ledgerLease);
}

test("killed with -9 repeatedly, the sync ends with exactly the gateway's rows", {
  meta: { slow: "Starts and kills whole processes while a year is read." },
}, async () => {
  for (const slug of slugs) {
    const { id: merchantId } = await fixture.merchant(slug);
    const days = { fromDay: "2026-01-01", toDay: new Date().toISOString().slice(0, 10), daysTotal: 365 };
    await requestSyncRun(fixture.store.db, {
      environment,
      merchantId,
      kind: "backfill",
      ...days,
      requestedBy: "test",
      at: new Date(),
    });
  }
  const processes = syncProcesses({
    url: fixture.store.url,
    upstream: {
      ...fixture.sandbox.integration,
      baseUrl: (await fixture.ctx().gateways.environment(environment)).baseUrl,
      merchants: fixture.sandbox.merchants,
    },
  });
  for (let kill = 0; kill < kills; kill++) {
    expect(await processes.run(whenRows(kill * 97))).toEqual({ wasKilled: true });
    await deleteClaims();
  }
  expect(await processes.run()).toEqual({ wasKilled: false });
  const runs = await fixture.store.db.select({ state: syncRun.state, problem: syncRun.problem }).from(syncRun);
  expect(runs).toEqual(slugs.map(() => ({ state: "done", problem: null })));
  for (const slug of slugs) expect(await storedIds(slug)).toEqual(await listedIds(slug));
});
