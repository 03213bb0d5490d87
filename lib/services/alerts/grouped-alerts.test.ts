import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { alert } from "#lib/db/schema/alert.ts";
import { forward, forwardTarget } from "#lib/db/schema/forward.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { updateOverviews } from "../overview/update-overview.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";

const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(slugs);
});
beforeEach(() => db().delete(alert));
afterAll(() => fixture.drop());

const db = () => fixture.store.db;
const idsOf = (some: readonly string[]) => Promise.all(some.map(async (slug) => (await fixture.merchant(slug)).id));

async function shown(rule: string, status?: string) {
  await evaluateAlerts(fixture.ctx());
  const { items } = await listAlerts(fixture.ctx(), { environment, input: { status } });
  return items.filter((item) => item.rule === rule);
}
const groupOf = async (rule: string) =>
  (await shown(rule)).map(({ id, merchant: slug, merchants, count, severity, href }) => [
    ...[slug, merchants, count, severity],
    href.replace(id, "{id}"),
  ]);

test("payments of unknown result at many merchants are one alert, which takes over those of single merchants", async () => {
  const at = new Date(Date.now() - 12 * 60_000);
  const insert = async (some: readonly string[]) => {
    const of = { environment, status: "unknown", amountMinor: 100, currency: "EUR", createdAt: at, updatedAt: at } as const;
    const ids = await idsOf(some);
    await db()
      .insert(payment)
      .values(ids.map((merchantId) => ({ ...of, merchantId, terminalId: merchantId, referenceNumber: merchantId })));
  };
  await insert(slugs.slice(0, 10));
  expect(await shown("payment_unknown")).toHaveLength(10);
  await insert(slugs.slice(10));
  expect(await groupOf("payment_unknown")).toEqual([
    [undefined, 12, 12, "critical", "/sandbox/payments?status=unknown&alert={id}"],
  ]);
  const taken = await shown("payment_unknown", "resolved");
  expect(taken.map(({ resolution, resolvedBy }) => [resolution, resolvedBy])).toEqual(Array(10).fill(["grouped", undefined]));
  // The trouble of three ended meanwhile: what is left goes on for itself.
  await db()
    .update(payment)
    .set({ status: "failed" })
    .where(inArray(payment.merchantId, await idsOf(slugs.slice(0, 3))));
  expect((await shown("payment_unknown")).map(({ merchants }) => merchants)).toEqual(Array(9).fill(undefined));
  const group = (await shown("payment_unknown", "resolved")).find(({ merchants }) => merchants !== undefined);
  expect(group?.resolution).toBe("split");
  await db().delete(payment);
  expect(await shown("payment_unknown")).toEqual([]);
  expect((await shown("payment_unknown", "resolved")).filter(({ resolution }) => resolution === undefined)).toHaveLength(9);
});

test("many stopped merchants are one alert, apart from that of the integration", async () => {
  await db().insert(identityPair).values({ id: "pair", environment, kind: "session", state: "open", lastErrorAt: new Date() });
  await db().update(merchant).set({ pairId: "pair" });
  const integration = { environment, merchantId: null, rule: "merchant_stopped", subject: "integration" };
  await db()
    .insert(alert)
    .values({ ...integration, openedAt: new Date(), lastSeenAt: new Date(), count: 1 });
  expect(await groupOf("merchant_stopped")).toEqual([[undefined, 12, 12, "critical", "/sandbox/merchants?alert={id}"]]);
  // Its own cause ended: it did not become part of anything.
  expect((await shown("merchant_stopped", "resolved")).map(({ resolution }) => resolution)).toEqual([undefined]);
  await db().update(merchant).set({ pairId: null });
});

test("notifications that cannot be verified at many merchants are one alert with a link to all of them", async () => {
  for (const slug of slugs) await fixture.receiveSigned(slug, notifyEntries({ orderId: slug }));
  await db().execute(sql`update delivery set verdict = 'not_checkable'`);
  await updateOverviews(fixture.ctx());
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const href = `/sandbox/notifications?verdict=not_checkable&from=${from}&alert={id}`;
  expect(await groupOf("not_checkable")).toEqual([[undefined, 12, 12, "critical", href]]);
});

test("the end of a certificate that many merchants share is one alert, as severe as that which ends first", async () => {
  const endIn = (days: number, some: readonly string[]) =>
    db()
      .update(notifyCertificate)
      .set({ validUntil: new Date(Date.now() + days * dayMs), endsAt: null })
      .where(inArray(notifyCertificate.endpointId, some.map(fixture.endpointId)));
  const severityOf = async () => (await groupOf("certificate_ending")).map(([, , , severity]) => severity);
  await endIn(20, slugs);
  expect(await groupOf("certificate_ending")).toEqual([[undefined, 12, 12, "info", "/sandbox/merchants?alert={id}"]]);
  await endIn(6, slugs.slice(0, 1));
  expect(await severityOf()).toEqual(["warning"]);
  await endIn(0.5, slugs.slice(1, 2));
  expect(await severityOf()).toEqual(["critical"]);
  await endIn(90, slugs);
  expect(await groupOf("certificate_ending")).toEqual([]);
});

test("a receiver of many merchants that fails is one alert; many endpoints of one merchant are not", async () => {
  const queuedAt = new Date(Date.now() - 11 * 60_000);
  const fail = async (some: readonly string[]) => {
    const endpoints = some.map((slug) => fixture.endpointId(slug));
    const target = { mode: "desk_answers", sealedUrl: Buffer.from(""), updatedBy: "test" } as const;
    await db()
      .insert(forwardTarget)
      .values(endpoints.map((endpointId) => ({ ...target, endpointId })));
    const row = { orderHash: Buffer.from("x"), mode: "desk_answers", attempts: 3, dueAt: new Date(), queuedAt } as const;
    await db()
      .insert(forward)
      .values(endpoints.map((endpointId) => ({ ...row, endpointId, deliveryId: endpointId })));
  };
  await fail(slugs.slice(0, 10));
  expect((await shown("forward_failing")).map(({ merchants }) => merchants)).toEqual(Array(10).fill(undefined));
  await fail(slugs.slice(10));
  expect(await groupOf("forward_failing")).toEqual([
    [undefined, 12, 12, "critical", "/sandbox/merchants?status=forward_failing"],
  ]);
  const [first = ""] = await idsOf(slugs);
  await db().execute(sql`update notify_endpoint set merchant_id = ${first}`);
  expect((await shown("forward_failing")).map(({ merchant: slug }) => slug)).toEqual(Array(12).fill("shop-1"));
});
