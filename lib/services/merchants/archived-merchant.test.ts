// @module-tag long: receives notifications and evaluates alert rules.

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { merchantRhythm, usualNotifications } from "#lib/db/schema/alert.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { reconciliation } from "#lib/db/schema/reconciliation.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { evaluateAlerts } from "../alerts/evaluate-alerts.ts";
import { listAlerts } from "../alerts/list-alerts.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { createLedgerQuerier } from "../notifications/reconciliation/query-ledgers.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { archiveMerchant, restoreMerchant } from "./archive-merchant.ts";

let fixture: ReceiveFixture;
beforeEach(async () => {
  fixture = await createReceiveFixture(["shop"]);
});
afterEach(() => fixture.drop());

const shop = { environment, merchant: "shop" } as const;
const db = () => fixture.store.db;

async function openRules(): Promise<string[]> {
  await evaluateAlerts(fixture.ctx());
  const { items } = await listAlerts(fixture.ctx(), { environment, input: { status: "open" } });
  return items.map(({ rule }) => rule).toSorted();
}

test("an archived merchant's silence, missing notifications and stopped sign-in are no alerts any more", async () => {
  const { id: merchantId } = await fixture.merchant("shop");
  const at = new Date();
  const learned = { merchantId, environment, learnedAt: at, salesPerYear: 1_000 };
  await db()
    .insert(merchantRhythm)
    .values({ ...learned, hourly: Array<number>(168).fill(1), silentSince: at });
  await db()
    .insert(usualNotifications)
    .values({ ...learned, missedAfterNotified: 0, missedAfterMissed: 0, evidenceLimit: 1, missingSince: at, missingCount: 3 });
  await db().update(merchant).set({ pairId: "pair" }).where(eq(merchant.id, merchantId));
  await db().insert(identityPair).values({ id: "pair", environment, kind: "session", state: "open", lastErrorAt: at });
  expect(await openRules()).toEqual(["merchant_stopped", "notifications_missing", "silence"]);
  await archiveMerchant(fixture.ctx(), shop);
  expect(await openRules()).toEqual([]);
});

test("notifications of an archived merchant are verified and stored, and its gateway is asked about them once it is restored", async () => {
  await archiveMerchant(fixture.ctx(), shop);
  const id = await fixture.receiveSigned("shop", notifyEntries({ orderId: "A" }));
  await fixture.fold();
  const read = await getNotification(fixture.ctx(), { ...shop, id });
  expect([read.verdict, read.answered.status, read.orderId]).toEqual(["valid", 200, "A"]);

  const openOne = async () => (await db().select().from(reconciliation))[0];
  await db()
    .update(reconciliation)
    .set({ asks: true, nextAt: new Date(Date.now() - 1_000) });
  const before = await openOne();
  expect(await createLedgerQuerier(fixture.ctx(), environment, { callsPerSecond: 50 })()).toBe(true);
  const after = await openOne();
  expect([after?.tries, after?.gatewayAt, after?.asks]).toEqual([before?.tries, null, true]);
  expect(after?.nextAt?.getTime()).toBeGreaterThan(Date.now() + 3_600_000);

  await restoreMerchant(fixture.ctx(), shop);
  expect((await openOne())?.nextAt?.getTime()).toBeLessThanOrEqual(Date.now());
});
