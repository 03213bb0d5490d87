import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { parseGatewayTime } from "#lib/core/zoned-time.ts";
import { requestSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { syncRun } from "#lib/db/schema/sync-run.ts";
import { ledgerRead, transaction } from "#lib/db/schema/transaction.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { ledgerRow, pagedLedger } from "#lib/ledger-sync/testing/paged-ledger.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { createSyncWorker } from "./sync-worker.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test.each(["backfill", "check"] as const)(
  "a %s during which another zone comes into use ends, with each row once",
  async (kind) => {
    const id = randomUUID();
    const sealed = Buffer.from("sealed");
    const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" };
    await store.db.insert(merchant).values({ id, slug: `m-${kind}`, environment: "demo", name: "M", ...credential });
    const ledger = pagedLedger(Array.from({ length: 60 }, (_, at) => ledgerRow(String(at), `2026-0${1 + (at % 6)}-11T10:00:00`)));
    const zone = () => (ledger.asked.length < 3 ? "UTC" : "Asia/Tokyo");
    // A gateway is opened with the zone that was in use when its page was requested.
    ledger.distort = (page) => {
      const rows = page.rows.map((row) => ({ ...row, occurredAt: parseGatewayTime(row.occurredAtText, zone()) ?? null }));
      return { ...page, rows };
    };
    const gateways = {
      ...partialGateways({ forMerchant: () => ledger }),
      environment: async () => ({ id: "demo" as const, baseUrl: "", zone: zone() }),
    };
    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    const worker = createSyncWorker({ db: store.db, vault: createTestVault(), clock: systemClock, log: silent, gateways });
    const days = { fromDay: "2026-01-01", toDay: "2026-06-30", daysTotal: 181 };
    const run = await requestSyncRun(store.db, {
      ...{ environment: "demo", merchantId: id, kind, requestedBy: "a@desk.example", at: new Date() },
      ...days,
    });
    for (let round = 0; round < 4; round++) {
      await worker.runOnce();
      await worker.settled();
    }
    const [ended] = await store.db.select().from(syncRun).where(eq(syncRun.id, run.id));
    expect(ended).toMatchObject({ state: "done", problem: null });
    const rows = await store.db.select().from(transaction).where(eq(transaction.merchantId, id));
    expect(rows).toHaveLength(60);
    if (kind === "check") return;
    expect(new Set(rows.map(({ occurredAt }) => occurredAt.toISOString().slice(11, 16)))).toEqual(new Set(["01:00"]));
    const reads = await store.db.select().from(ledgerRead).where(eq(ledgerRead.merchantId, id));
    expect(new Set(reads.map((read) => read.zone))).toEqual(new Set(["Asia/Tokyo"]));
  },
);
