import { randomUUID } from "node:crypto";
import { eq, gt, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs } from "#lib/core/days.ts";
import { forward, forwardTarget } from "#lib/db/schema/forward.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { delivery, notifyCertificate } from "#lib/db/schema/notification.ts";
import { payment, paymentEvent, paymentOperation } from "#lib/db/schema/payment.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { updateOverviews } from "../overview/update-overview.ts";
import { listPayments } from "../payments/list-payments.ts";
import { acknowledgeAlert, resolveAlert } from "./change-alert.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";

let fixture: ReceiveFixture;
let clock: ReturnType<typeof fixedClock>;
const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
beforeEach(async () => {
  fixture = await createReceiveFixture(slugs);
  clock = fixedClock(Date.now());
});
afterEach(() => fixture.drop());

const db = () => fixture.store.db;
const idOf = async (slug: string) => (await fixture.merchant(slug)).id;
const evaluate = () => evaluateAlerts({ ...fixture.ctx(), clock });

/** Opens once however often it is evaluated, by however many processes. */
async function evaluateOften(): Promise<void> {
  await Promise.all([evaluate(), evaluate()]);
  await evaluate();
}

async function listed(rule: string, status?: string) {
  const { items } = await listAlerts({ ...fixture.ctx(), clock }, { environment, input: { status } });
  return items.filter((item) => item.rule === rule);
}
const shown = async (rule: string, status?: string) =>
  (await listed(rule, status)).map(({ merchant, count, severity, status: state, href }) => [
    merchant,
    count,
    severity,
    state,
    href,
  ]);
const onlyOf = async (rule: string, status?: string) => {
  const [alert, ...others] = await listed(rule, status);
  if (!alert || others.length > 0) throw new Error(`not one alert of ${rule}`);
  return alert;
};

async function insertPayments(slug: string, { count, minutesAgo }: { count: number; minutesAgo: number }): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  const merchantId = await idOf(slug);
  for (let n = 0; n < count; n++) {
    const [row] = await db()
      .insert(payment)
      .values({
        ...{ environment, merchantId, status: "unknown", amountMinor: 100, currency: "EUR", terminalId: slug },
        ...{ referenceNumber: `${at.getTime()}-${n}`, createdAt: at, updatedAt: new Date() },
      })
      .returning({ id: payment.id });
    await db()
      .insert(paymentEvent)
      .values({ paymentId: row?.id ?? "", status: "unknown", source: "desk", at });
  }
}

test("notifications that could not be verified raise one alert, until they are verified", async () => {
  await fixture.receiveSigned("shop-1", notifyEntries({ orderId: "A" }));
  // No longer counted.
  await fixture.receiveSigned("shop-1", notifyEntries({ orderId: "B" }), { receivedAt: new Date(clock.now() - 3 * dayMs) });
  await db().execute(sql`update delivery set verdict = 'not_checkable'`);
  await updateOverviews(fixture.ctx());
  await evaluateOften();
  const from = new Date(clock.now() - dayMs).toISOString().slice(0, 10);
  const href = `/sandbox/shop-1/notifications?verdict=not_checkable&from=${from}`;
  expect(await shown("not_checkable")).toEqual([["shop-1", 1, "critical", "open", href]]);
  const of = { environment, merchant: "shop-1" } as const;
  expect((await listNotifications(fixture.ctx(), { ...of, input: { verdict: "not_checkable", from } })).items).toHaveLength(1);
  await db().update(delivery).set({ verdict: "valid" });
  await updateOverviews(fixture.ctx());
  await evaluate();
  expect(await shown("not_checkable")).toEqual([]);
  const resolved = await onlyOf("not_checkable", "resolved");
  expect([resolved.resolvedBy, typeof resolved.changedAt, resolved.href]).toEqual([undefined, "string", href]);
  // What it counted then.
  clock.advance(9 * dayMs);
  expect((await onlyOf("not_checkable", "resolved")).href).toBe(href);
});

/** By a staff member, a minute ago. */
async function resolveOnly(rule: string): Promise<string> {
  const { id } = await onlyOf(rule);
  await resolveAlert({ ...fixture.ctx(), clock: fixedClock(Date.now() - 60_000) }, { environment, id });
  await evaluateOften();
  expect(await shown(rule)).toEqual([]);
  return id;
}

test("resolved by a person, notifications that cannot be verified raise an alert again with the next one only", async () => {
  const receive = async (orderId: string, minutesAgo: number, verdict: string) => {
    const receivedAt = new Date(Date.now() - minutesAgo * 60_000);
    const id = await fixture.receiveSigned("shop-1", notifyEntries({ orderId }), { receivedAt });
    await db().execute(sql`update delivery set verdict = ${verdict} where id = ${id}`);
    await updateOverviews(fixture.ctx());
    await evaluateOften();
  };
  await receive("A", 2, "not_checkable");
  const id = await resolveOnly("not_checkable");
  await receive("B", 0.5, "invalid");
  await receive("C", 0.5, "valid");
  expect(await shown("not_checkable")).toEqual([]);
  await receive("D", 0.4, "not_checkable");
  expect(await onlyOf("not_checkable")).toMatchObject({ status: "open", count: 2 });
  expect((await onlyOf("not_checkable")).id).not.toBe(id);
});

const forwarded = { orderHash: Buffer.from("x"), mode: "desk_answers", attempts: 3, dueAt: new Date() } as const;

test("resolved by a person, forwarding that fails raises an alert again with the next notification that waits too long", async () => {
  const endpointId = fixture.endpointId("shop-1");
  await db()
    .insert(forwardTarget)
    .values({ endpointId, mode: "desk_answers", sealedUrl: Buffer.from(""), updatedBy: "test" });
  const queue = async (minutesAgo: number) => {
    const queuedAt = new Date(Date.now() - minutesAgo * 60_000);
    await db()
      .insert(forward)
      .values({ ...forwarded, endpointId, queuedAt, deliveryId: randomUUID() });
    await evaluateOften();
  };
  await queue(12);
  const id = await resolveOnly("forward_failing");
  await queue(9);
  expect(await shown("forward_failing")).toEqual([]);
  await queue(10.5);
  expect(await onlyOf("forward_failing")).toMatchObject({ status: "open", count: 2 });
  expect((await onlyOf("forward_failing")).id).not.toBe(id);
});

test("forwarding that fails raises one alert, which gets more severe when nothing is sent any more", async () => {
  const endpointId = fixture.endpointId("shop-1");
  await db()
    .insert(forwardTarget)
    .values({ endpointId, mode: "desk_answers", sealedUrl: Buffer.from(""), updatedBy: "test" });
  const queuedAt = new Date(Date.now() - 11 * 60_000);
  const row = { ...forwarded, endpointId, queuedAt };
  await db()
    .insert(forward)
    .values([1, 2, 3].map((n) => ({ ...row, deliveryId: `00000000-0000-7000-8000-00000000000${n}` })));
  await db()
    .insert(forward)
    .values({ ...row, deliveryId: "00000000-0000-7000-8000-000000000009", queuedAt: new Date() });
  await evaluateOften();
  expect(await shown("forward_failing")).toEqual([["shop-1", 3, "warning", "open", `/sandbox/shop-1/endpoints#${endpointId}`]]);
  const { id } = await onlyOf("forward_failing");
  await acknowledgeAlert(fixture.ctx(), { environment, id });
  await db().update(forward).set({ state: "dead", settledAt: new Date() }).where(eq(forward.queuedAt, queuedAt));
  await evaluateOften();
  expect(await onlyOf("forward_failing")).toMatchObject({ id, severity: "critical", status: "open", count: 3 });
  await db().update(forward).set({ state: "delivered" });
  await evaluate();
  expect(await shown("forward_failing")).toEqual([]);
});

test("a merchant that the lockout guard stopped, until it may sign in again", async () => {
  await db().insert(identityPair).values({ id: "pair", environment, kind: "session", state: "open", lastErrorAt: new Date() });
  await db().update(merchant).set({ pairId: "pair" }).where(eq(merchant.slug, "shop-2"));
  await evaluateOften();
  expect(await shown("merchant_stopped")).toEqual([["shop-2", 1, "critical", "open", "/sandbox/shop-2/connection"]]);
  await db().update(identityPair).set({ state: "closed" });
  await evaluate();
  expect(await shown("merchant_stopped")).toEqual([]);
});

test("1,000 payments of unknown result are one alert; one that a person resolved opens only when another one follows", {
  meta: { slow: "Stores 1,000 payments, and evaluates every rule often." },
}, async () => {
  await insertPayments("shop-1", { count: 1, minutesAgo: 9 });
  await evaluate();
  expect(await shown("payment_unknown")).toEqual([]);
  await insertPayments("shop-1", { count: 1_000, minutesAgo: 12 });
  await evaluateOften();
  const href = "/sandbox/shop-1/payments?status=unknown";
  expect(await shown("payment_unknown")).toEqual([["shop-1", 1_000, "critical", "open", href]]);
  const id = await resolveOnly("payment_unknown");
  await insertPayments("shop-1", { count: 1, minutesAgo: 10.5 });
  await evaluateOften();
  const { id: next, count } = await onlyOf("payment_unknown");
  expect([next === id, count]).toEqual([false, 1_001]);
  // What is left of it was resolved before.
  await db()
    .update(payment)
    .set({ status: "failed" })
    .where(gt(payment.createdAt, new Date(Date.now() - 11 * 60_000)));
  await evaluate();
  expect(await onlyOf("payment_unknown")).toMatchObject({ id: next, count: 1_000 });
  await db().update(payment).set({ status: "failed" });
  await evaluate();
  expect(await shown("payment_unknown")).toEqual([]);
});

test("a reversal of unknown result raises one too, and its list has the payment", async () => {
  const at = new Date(Date.now() - 12 * 60_000);
  const of = { environment, merchantId: await idOf("shop-1"), amountMinor: 100, currency: "EUR", createdAt: at, updatedAt: at };
  const [paid] = await db()
    .insert(payment)
    .values({ ...of, status: "success", terminalId: "81000001", referenceNumber: "PAID" })
    .returning();
  const act = { act: `reversal:${paid?.id}`, key: "k", requestHash: "h", staffId: crypto.randomUUID() };
  await db()
    .insert(paymentOperation)
    .values({ ...of, ...act, paymentId: paid?.id ?? "", state: "unknown" });
  await evaluate();
  const href = "/sandbox/shop-1/payments?status=unknown";
  expect(await shown("payment_unknown")).toEqual([["shop-1", 1, "critical", "open", href]]);
  const { items } = await listPayments(fixture.ctx(), { environment, input: { status: "unknown" } });
  expect(items).toMatchObject([
    { paymentId: paid?.id, status: "success", openReversal: { isUnknown: true, at: at.toISOString() } },
  ]);
  await db().update(payment).set({ status: "reversed" });
  await evaluate();
  expect(await shown("payment_unknown")).toEqual([]);
});

test("late ledgers raise an alert each; those of many merchants are one, until they are read again", async () => {
  const readAt = new Date(Date.now() - 3 * 3_600_000);
  const makeLate = async (late: readonly string[]) => {
    const ids = await Promise.all(late.map(idOf));
    await db().update(ledgerSync).set({ recentReadAt: readAt, dueAt: readAt }).where(inArray(ledgerSync.merchantId, ids));
  };
  await makeLate(slugs.slice(0, 2));
  await evaluateOften();
  expect((await shown("ledger_late")).map(([slug]) => slug).toSorted()).toEqual(["shop-1", "shop-2"]);
  await makeLate(slugs);
  await evaluateOften();
  const href = "/sandbox/merchants?status=late";
  expect(await shown("ledger_late")).toEqual([[undefined, 12, "critical", "open", href]]);
  await db().update(ledgerSync).set({ recentReadAt: new Date() });
  await evaluate();
  expect(await shown("ledger_late")).toEqual([]);
});

test("a certificate's end is one alert that gets more severe, until there is another certificate", {
  meta: { slow: "Evaluates every rule three times for each severity." },
}, async () => {
  const own = eq(notifyCertificate.endpointId, fixture.endpointId("shop-1"));
  await db().update(notifyCertificate).set({ validUntil: null, endsAt: null });
  const endsMs = Date.now() + 40 * dayMs;
  await db()
    .update(notifyCertificate)
    .set({ validUntil: new Date(endsMs) })
    .where(own);
  const seen: unknown[] = [];
  for (const days of [40, 29, 8, 6, 2, 0.5, -1]) {
    clock.advance(endsMs - days * dayMs - clock.now());
    await evaluateOften();
    seen.push((await listed("certificate_ending")).map(({ id, severity, count, endsAt }) => [id, severity, count, endsAt]));
  }
  const endsAt = new Date(endsMs).toISOString();
  const { id } = await onlyOf("certificate_ending");
  expect(seen.map((alerts) => JSON.stringify(alerts))).toEqual(
    ["", "info", "info", "warning", "warning", "critical", "critical"].map((severity) =>
      JSON.stringify(severity === "" ? [] : [[id, severity, 1, endsAt]]),
    ),
  );
  const [current] = await db().select().from(notifyCertificate).where(own);
  if (!current) throw new Error("no certificate");
  const { id: _, ...copy } = current;
  await db()
    .insert(notifyCertificate)
    .values({ ...copy, fingerprint: "another", validUntil: null });
  await evaluate();
  expect(await shown("certificate_ending")).toEqual([]);
});

test("rejected genuine notifications are resolved when none is left", async () => {
  await fixture.receiveSigned("shop-1", notifyEntries({ orderId: "A-1", amount: "200,00" }));
  await evaluateOften();
  expect(await onlyOf("genuine_refused")).toMatchObject({ count: 1, severity: "critical", status: "open" });
  await db().execute(sql`delete from refused_key`);
  await evaluate();
  expect(await shown("genuine_refused")).toEqual([]);
});

test("an alert that cannot be evaluated does not stop the others", async () => {
  await insertPayments("shop-1", { count: 1, minutesAgo: 12 });
  const gateways = { ...fixture.ctx().gateways, integration: () => Promise.reject(new Error("none")) };
  await db().execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, '', '', '', '', '', '', 'test', 'test')`);
  await evaluateAlerts({ ...fixture.ctx(), clock, gateways });
  expect((await shown("payment_unknown")).length).toBe(1);
});
