import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs } from "#lib/core/days.ts";
import { alert, merchantRhythm } from "#lib/db/schema/alert.ts";
import { alertRule, alertRuleException } from "#lib/db/schema/alert-rule.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { findLateAfterMs } from "../../ledger-sync/summarise-sync.ts";
import { createReceiveFixture, type ReceiveFixture } from "../../notifications/testing/receive-fixture.ts";
import { recordFact } from "../../profile/record-fact.ts";
import { evaluateAlerts } from "../evaluate-alerts.ts";
import { listAlerts } from "../list-alerts.ts";
import { listAlertRules } from "./list-rules.ts";
import { resetAlertRule } from "./reset-rule.ts";
import { saveAlertRule } from "./save-rule.ts";

const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
let fixture: ReceiveFixture;
const clock = fixedClock(Date.now());
beforeAll(async () => {
  fixture = await createReceiveFixture(slugs);
  await db().execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, 'x', '', '', '', '', '', 'test', 'test')
    on conflict do nothing`);
});
beforeEach(async () => {
  for (const table of [alert, alertRule, alertRuleException, payment, merchantRhythm]) await db().delete(table);
  await db().update(ledgerSync).set({ recentReadAt: new Date(), dueAt: new Date() });
});
afterAll(() => fixture.drop());

const db = () => fixture.store.db;
const idOf = async (slug: string) => (await fixture.merchant(slug)).id;
const ctx = () => fixture.ctx();
const save = (rule: string, input: object) => saveAlertRule(ctx(), { environment, rule, input });
const evaluate = () => evaluateAlerts({ ...fixture.ctx(), clock });

async function shown(rule: string, status?: string) {
  const { items } = await listAlerts(fixture.ctx(), { environment, input: { status } });
  return items
    .filter((item) => item.rule === rule)
    .map(({ merchant: slug, resolution, resolvedBy }) => ({ slug, resolution, resolvedBy }));
}
const slugsOf = async (rule: string, status?: string) => (await shown(rule, status)).map(({ slug }) => slug).toSorted();

async function insertUnknown(slug: string, minutesAgo: number): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  const of = { environment, merchantId: await idOf(slug), status: "unknown", amountMinor: 100, currency: "EUR" } as const;
  await db()
    .insert(payment)
    .values({ ...of, terminalId: slug, referenceNumber: slug, createdAt: at, updatedAt: at });
}

test("a rule that is turned off resolves what is open and opens nothing, until it is turned on", async () => {
  await insertUnknown("shop-1", 12);
  await evaluate();
  expect(await slugsOf("payment_unknown")).toEqual(["shop-1"]);
  await save("payment_unknown", { isOn: false });
  expect(await shown("payment_unknown", "resolved")).toEqual([{ slug: "shop-1", resolution: "rule_off", resolvedBy: undefined }]);
  await insertUnknown("shop-2", 12);
  await evaluate();
  expect(await slugsOf("payment_unknown")).toEqual([]);
  await save("payment_unknown", { isOn: true });
  await evaluate();
  expect(await slugsOf("payment_unknown")).toEqual(["shop-1", "shop-2"]);
});

test("an alert that a process opened with the settings of before says why it ended", async () => {
  await insertUnknown("shop-1", 12);
  await save("payment_unknown", { isOn: false });
  const at = new Date();
  const late = { environment, merchantId: await idOf("shop-1"), rule: "payment_unknown", subject: await idOf("shop-1") };
  await db()
    .insert(alert)
    .values({ ...late, openedAt: at, lastSeenAt: at, count: 1 });
  await evaluate();
  expect((await shown("payment_unknown", "resolved")).map(({ resolution }) => resolution)).toEqual(["rule_off"]);
});

test("a merchant that is left out raises none, as the others do; it counts for no group either", async () => {
  const readAt = new Date(Date.now() - 3 * 3_600_000);
  const ids = await Promise.all(slugs.slice(0, 11).map(idOf));
  await db().update(ledgerSync).set({ recentReadAt: readAt, dueAt: readAt }).where(inArray(ledgerSync.merchantId, ids));
  await evaluate();
  expect(await slugsOf("ledger_late")).toEqual([undefined]);
  await save("ledger_late", { exceptions: ["shop-3"] });
  await evaluate();
  expect(await slugsOf("ledger_late")).toEqual(
    slugs
      .slice(0, 11)
      .filter((slug) => slug !== "shop-3")
      .toSorted(),
  );
  expect((await shown("ledger_late", "resolved")).map(({ resolution }) => resolution)).toEqual(["split"]);
  await resetAlertRule(ctx(), { environment, rule: "ledger_late" });
  await evaluate();
  expect(await slugsOf("ledger_late")).toEqual([undefined]);
  expect((await shown("ledger_late", "resolved")).filter(({ slug }) => slug).map(({ resolution }) => resolution)).toEqual(
    Array(10).fill("grouped"),
  );
});

test("no alerts about silence for a merchant with a season", async () => {
  const silent = { environment, hourly: Array(168).fill(1), salesPerYear: 1_000, learnedAt: new Date(), silentSince: new Date() };
  for (const slug of ["shop-1", "shop-2"])
    await db()
      .insert(merchantRhythm)
      .values({ ...silent, merchantId: await idOf(slug) });
  await evaluate();
  expect(await slugsOf("silence")).toEqual(["shop-1", "shop-2"]);
  await save("silence", { exceptions: ["shop-2"] });
  expect(await slugsOf("silence")).toEqual(["shop-1"]);
  expect(await shown("silence", "resolved")).toEqual([{ slug: "shop-2", resolution: "rule_off", resolvedBy: undefined }]);
  await evaluate();
  expect(await slugsOf("silence")).toEqual(["shop-1"]);
});

test("a threshold says from when on an alert opens", async () => {
  await insertUnknown("shop-1", 12);
  await save("payment_unknown", { thresholds: [20] });
  await evaluate();
  expect(await slugsOf("payment_unknown")).toEqual([]);
  await insertUnknown("shop-2", 21);
  await evaluate();
  expect(await slugsOf("payment_unknown")).toEqual(["shop-2"]);

  const ends = new Date(clock.now() + 40 * dayMs);
  await db()
    .update(notifyCertificate)
    .set({ validUntil: ends, endsAt: null })
    .where(eq(notifyCertificate.endpointId, fixture.endpointId("shop-1")));
  const severity = async () => {
    await evaluate();
    const { items } = await listAlerts(fixture.ctx(), { environment, input: {} });
    return items.filter(({ rule }) => rule === "certificate_ending").map((item) => item.severity);
  };
  expect(await severity()).toEqual([]);
  await save("certificate_ending", { thresholds: [60, 30, 5] });
  expect(await severity()).toEqual(["info"]);
  await save("certificate_ending", { thresholds: [90, 60, 5] });
  expect(await severity()).toEqual(["warning"]);
});

test("what is late on the list of merchants is late as the alert says it", async () => {
  const readAt = new Date(Date.now() - 3 * 3_600_000);
  await db()
    .update(ledgerSync)
    .set({ recentReadAt: readAt, dueAt: readAt })
    .where(eq(ledgerSync.merchantId, await idOf("shop-1")));
  const late = async () => {
    await evaluate();
    return [await slugsOf("ledger_late"), (await findLateAfterMs(db(), environment)) / 60_000];
  };
  expect(await late()).toEqual([["shop-1"], 75]);
  await save("ledger_late", { thresholds: [240] });
  expect(await late()).toEqual([[], 240]);
});

test("a contradiction raises nothing while its rule is off", async () => {
  await save("profile_contradicted", { isOn: false });
  const [row] = await db().select().from(merchant).where(eq(merchant.slug, "shop-1"));
  const { rows } = await db().execute<{ baseUrl: string }>(
    sql`select base_url as "baseUrl" from environment where id = ${environment}`,
  );
  const fact = { merchantId: row?.id ?? "", question: "zone", answer: "Asia/Tokyo", evidence: "a test", isHint: true } as const;
  const note = () => recordFact(db(), { environment, baseUrl: rows[0]?.baseUrl ?? "", fact, at: new Date() });
  await note();
  expect(await shown("profile_contradicted")).toEqual([]);
  await resetAlertRule(ctx(), { environment, rule: "profile_contradicted" });
  await note();
  expect(await shown("profile_contradicted")).toHaveLength(1);
});

test("an account sees of the exceptions only its own merchants", async () => {
  await save("silence", { exceptions: ["shop-1", "shop-2"] });
  const { items } = await listAlertRules(fixture.ctx({ merchants: [`${environment}/shop-2`] }), { environment });
  expect(items.find(({ rule }) => rule === "silence")?.exceptions).toEqual(["shop-2"]);
});
