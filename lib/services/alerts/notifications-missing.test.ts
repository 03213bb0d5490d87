import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs, dayOf } from "#lib/core/days.ts";
import { usualNotifications } from "#lib/db/schema/alert.ts";
import { notifyEndpoint } from "#lib/db/schema/notification.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { reconcileStored } from "../notifications/reconciliation/reconcile-stored.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { resolveAlert } from "./change-alert.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";
import { insertSales } from "./testing/insert-sales.ts";

const hourMs = 3_600_000;
const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
const startMs = Date.now() - 2 * dayMs;
const clock = fixedClock(startMs);
let fixture: ReceiveFixture;
let zone: string;

beforeAll(async () => {
  fixture = await createReceiveFixture(slugs);
  zone = (await fixture.ctx().gateways.environment(environment)).zone;
  await fixture.store.db.update(notifyEndpoint).set({ createdAt: new Date(startMs - 30 * dayMs) });
  const times = Array.from({ length: 200 }, (_, index) => startMs - (index + 1) * 3 * hourMs);
  for (const slug of slugs) await insertSales(fixture, slug, { times, isNotified: slug !== "shop-12" });
});
afterAll(() => fixture.drop());

const ctx = () => ({ ...fixture.ctx(), clock });
/** Sales of so many quarters of an hour from a time. */
const quarters = (count: number, fromMs: number) => Array.from({ length: count }, (_, index) => fromMs + (index * hourMs) / 4);

async function evaluateAt(atMs: number) {
  clock.advance(atMs - clock.now());
  await Promise.all([evaluateAlerts(ctx()), evaluateAlerts(ctx())]);
  const { items } = await listAlerts(ctx(), { environment, input: {} });
  return items.filter(({ rule }) => rule === "notifications_missing");
}
const shown = async (atMs: number) =>
  (await evaluateAt(atMs)).map(({ id, merchant, count, severity, href }) => [
    merchant,
    count,
    severity,
    href.replace(id, "{id}"),
  ]);

test("sales go on without notifications: one critical alert, resolved when they come again", async () => {
  expect(await shown(startMs)).toEqual([]);
  await insertSales(fixture, "shop-1", { times: quarters(10, startMs), isNotified: false });
  // The last sales' notifications may still come; a sale is due after 15 minutes.
  expect(await shown(startMs + hourMs)).toEqual([]);
  const href = `/sandbox/shop-1/notifications/never-notified?from=${dayOf(new Date(startMs), zone)}`;
  expect(await shown(startMs + 3 * hourMs)).toEqual([["shop-1", 10, "critical", href]]);
  await insertSales(fixture, "shop-1", { times: quarters(4, startMs + 3 * hourMs), isNotified: true });
  expect(await shown(startMs + 5 * hourMs)).toEqual([]);
  const { items } = await listAlerts(ctx(), { environment, input: { status: "resolved" } });
  expect(items.map(({ rule, resolvedBy }) => [rule, resolvedBy])).toEqual([["notifications_missing", undefined]]);
});

test("a merchant whose sales are not usually notified raises none, however many there are", async () => {
  await insertSales(fixture, "shop-12", { times: quarters(30, startMs), isNotified: false });
  expect(await shown(startMs + 9 * hourMs)).toEqual([]);
  const [row] = await fixture.store.db
    .select()
    .from(usualNotifications)
    .where(eq(usualNotifications.merchantId, (await fixture.merchant("shop-12")).id));
  expect(row?.checkAt).toBe(null);
});

test("notifications that were received and wait to be processed are not missing, and then they are matched", async () => {
  const times = quarters(8, startMs + hourMs);
  await insertSales(fixture, "shop-2", { times, isNotified: false });
  const receive = (atMs: number) =>
    fixture.receiveSigned("shop-2", notifyEntries({ orderId: `O${atMs}`, trnref: `R${atMs}`, amount: "1.00" }), {
      receivedAt: new Date(atMs),
    });
  for (const atMs of times) await receive(atMs);
  expect(await shown(startMs + 9 * hourMs)).toEqual([]);
  await fixture.fold();
  while (await reconcileStored(fixture.ctx()));
  expect(await shown(startMs + 10 * hourMs)).toEqual([]);
});

test("one that a person resolved stays resolved while nothing changes", async () => {
  await insertSales(fixture, "shop-3", { times: quarters(10, startMs), isNotified: false });
  const [alert] = await evaluateAt(startMs + 11 * hourMs);
  await resolveAlert(ctx(), { environment, id: alert?.id ?? "" });
  await insertSales(fixture, "shop-3", { times: quarters(10, startMs + 11 * hourMs), isNotified: false });
  expect(await shown(startMs + 15 * hourMs)).toEqual([]);
  await insertSales(fixture, "shop-3", { times: quarters(4, startMs + 15 * hourMs), isNotified: true });
  expect(await shown(startMs + 17 * hourMs)).toEqual([]);
});

test("those of many merchants at once are one alert", async () => {
  const fromMs = startMs + 18 * hourMs;
  for (const slug of slugs.slice(0, 11)) await insertSales(fixture, slug, { times: quarters(10, fromMs), isNotified: false });
  expect(await shown(fromMs + 3 * hourMs)).toEqual([
    [undefined, 11, "critical", `/sandbox/notifications/never-notified?alert={id}&from=${dayOf(new Date(fromMs), zone)}`],
  ]);
  for (const slug of slugs.slice(1))
    await insertSales(fixture, slug, { times: quarters(4, fromMs + 3 * hourMs), isNotified: true });
  expect((await shown(fromMs + 5 * hourMs)).map(([merchant]) => merchant)).toEqual(["shop-1"]);
});

test("nothing is missing of a merchant whose URL_Notify was deleted", async () => {
  const fromMs = startMs + 24 * hourMs;
  await insertSales(fixture, "shop-4", { times: quarters(10, fromMs), isNotified: false });
  expect((await shown(fromMs + 3 * hourMs)).map(([merchant]) => merchant)).toContain("shop-4");
  await fixture.store.db.delete(notifyEndpoint).where(eq(notifyEndpoint.id, fixture.endpointId("shop-4")));
  expect((await shown(fromMs + 4 * hourMs)).map(([merchant]) => merchant)).toEqual(["shop-1"]);
});

test("after a month without a sale nothing is known any more", async () => {
  expect((await shown(startMs + 35 * dayMs)).length).toBe(1);
  expect(await shown(startMs + 36 * dayMs)).toEqual([]);
});
