import { afterEach, beforeEach, expect, test } from "vitest";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { ledgerRow, pagedLedger } from "#lib/ledger-sync/testing/paged-ledger.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { summariseDays } from "./summarise-days.ts";
import { createSyncScheduler } from "./sync-scheduler.ts";
import { createSyncFixture, type SyncFixture } from "./testing/sync-fixture.ts";

let fixture: SyncFixture;
beforeEach(async () => {
  fixture = await createSyncFixture();
});
afterEach(() => fixture.drop());

const day = (ahead: number) => toDayText(dayNumberAt(Date.now(), "UTC") + ahead);

// Wrong: sums of more than ten merchants would lack money without a word.
test("ledgers that gateways do not list completely are incomplete for sums of many merchants, until they are", {
  meta: { slow: "Reads the whole ledgers of eleven merchants twice." },
}, async () => {
  await fixture.addMerchants("sandbox", 11);
  let lacking = 1;
  const forMerchant = () => {
    const ledger = pagedLedger([ledgerRow("1", `${day(0)}T00:00:01`)]);
    ledger.distort = (page) => ({ ...page, totalCount: page.rows.length + lacking });
    return ledger;
  };
  const parts = { ...fixture.parts(), gateways: partialGateways({ forMerchant }) };
  const { pool, db } = fixture.store;
  const readAll = async () => {
    const scheduler = createSyncScheduler(parts, { callsPerSecond: 10_000, idleMs: 20, isReachable: async () => true });
    scheduler.start();
    const unread = "select from ledger_sync where recent_read_at is null or history_read_at is null or holder is not null";
    await expect.poll(async () => (await pool.query(unread)).rowCount).toBe(0);
    await scheduler.stop();
  };
  const ids: string[] = (await pool.query("select id from merchant")).rows.map(({ id }) => id);
  const summarise = (from?: string) => summariseDays(parts, { environment: "sandbox", merchantIds: ids }, { from, zone: "UTC" });
  await readAll();
  const first = (await pool.query("select slug from merchant order by slug limit 5")).rows.map(({ slug }) => slug);
  // They were read, and need nobody's attention.
  expect(await summarise()).toMatchObject({ complete: false, isRead: true, incomplete: first, sync: { upToDate: 11 } });
  expect((await summarise(day(1))).complete).toBe(true);
  lacking = 0;
  await db.delete(ledgerRead);
  await pool.query(
    "update ledger_sync set recent_read_at = null, history_read_at = null, due_at = now(), history_due_at = now()",
  );
  await readAll();
  expect(await summarise()).toMatchObject({ complete: true, incomplete: [], sync: { upToDate: 11 } });
});
