import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { narrowAlerts } from "#lib/db/alerts/alerts.ts";
import { alert, alertMember } from "#lib/db/schema/alert.ts";
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

test("whoever may see some of many merchants gets their severity and their time, not those of the others", async () => {
  const inDays = (days: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * dayMs);
  const endAt = (validUntil: Date, some: readonly string[]) =>
    db()
      .update(notifyCertificate)
      .set({ validUntil, endsAt: null })
      .where(inArray(notifyCertificate.endpointId, some.map(fixture.endpointId)));
  const seenBy = async (merchants: string[] | null) => {
    await evaluateAlerts(fixture.ctx());
    const ctx = fixture.ctx({ merchants: merchants?.map((slug) => `${environment}/${slug}`) ?? null });
    const { items } = await listAlerts(ctx, { environment, input: {} });
    return items
      .filter(({ rule }) => rule === "certificate_ending")
      .map(({ severity, endsAt, count, partial = false }) => ({ severity, endsAt, count, partial }));
  };
  const [late, soon, now] = [inDays(20), inDays(6), inDays(0.5)];
  await endAt(late, slugs);
  await endAt(soon, ["shop-3"]);
  await endAt(now, ["shop-12"]);
  const to = (severity: string, endsAt: Date | undefined, count: number, partial: boolean) => [
    { severity, endsAt: endsAt?.toISOString(), count, partial },
  ];
  expect(await seenBy(null)).toEqual(to("critical", now, 12, false));
  expect(await seenBy(slugs)).toEqual(to("critical", now, 12, false));
  expect(await seenBy(["shop-1", "shop-2"])).toEqual(to("info", late, 2, true));
  expect(await seenBy(["shop-2", "shop-3"])).toEqual(to("warning", soon, 2, true));
  expect(await seenBy(["shop-12"])).toEqual(to("critical", now, 1, true));
  // The time of one of them changes while the others are the same.
  const later = inDays(21);
  await endAt(later, ["shop-2"]);
  expect(await seenBy(["shop-2"])).toEqual(to("info", later, 1, true));
  // As a process of the version before writes them.
  await db().update(alertMember).set({ severity: null, beginsAt: null });
  const narrowed = async (merchants: string[] | null) => {
    const rows = (await db().select().from(alert)).filter(({ rule }) => rule === "certificate_ending");
    const scope = { environment, merchantIds: merchants && (await idsOf(merchants)) };
    return (await narrowAlerts(db(), scope, rows)).map(({ severity, beginsAt }) => [severity, beginsAt]);
  };
  expect(await narrowed(["shop-2"])).toEqual([["critical", null]]);
  expect(await narrowed(slugs)).toEqual([["critical", now]]);
  expect(await narrowed(null)).toEqual([["critical", now]]);
  expect(await seenBy(["shop-2"])).toEqual(to("info", later, 1, true));
  await endAt(inDays(90), slugs);
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
