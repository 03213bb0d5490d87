// @module-tag long: reads whole ledgers through a gateway of its own.

import { fromAbsolute } from "@internationalized/date";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { parseGatewayTime } from "#lib/core/zoned-time.ts";
import { listProfileRows } from "#lib/db/environments/gateway-profile.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { readingMemory } from "#lib/ledger-sync/reading-memory.ts";
import type { SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { defaultSandboxSettings, type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";
import { createPayment } from "../payments/create-payment.ts";
import { getPayment } from "../payments/get-payment.ts";
import { checkLedger } from "../payments/internal/check-ledger.ts";
import { limitsOf, paymentLimits } from "../payments/internal/limits.ts";
import { listMerchantPayments } from "../payments/list-payments.ts";
import { pollOpenPayments } from "../payments/poll-open-payments.ts";
import { readMerchant } from "../transactions/read-merchants.ts";
import { changeProfile } from "./change-profile.ts";
import { createProfileFixture } from "./testing/profile-fixture.ts";

const slug = "zum-anker";
const place = { environment, merchant: slug } as const;
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000801" };
const atOnce = { settleMinMs: 0, settleSpreadMs: 0, listingLagMs: 0 };
const slow = { meta: { slow: "Fills a store from a gateway of its own, twice." } };

let fixture: SandboxFixture | undefined;
afterEach(() => fixture?.drop());

async function open(settings: Partial<SandboxSettings>): Promise<SandboxFixture> {
  fixture = await createProfileFixture({ slugs: [slug], settings: { ...atOnce, ...settings } });
  return fixture;
}

const view = (of: SandboxFixture) => of.ctx().gateways.environment(environment);
const offsetOf = (zone: string) => fromAbsolute(Date.now(), zone).offset / 60_000;

/** Polls like the background job. */
async function ended(of: SandboxFixture, paymentId: string): Promise<PaymentDetail> {
  const read = () => getPayment(of.ctx(), { ...place, paymentId });
  const status = async () => {
    await pollOpenPayments(of.ctx());
    return (await read()).status;
  };
  await expect.poll(status, { interval: 250 }).not.toMatch(/sending|in_progress|unknown/);
  return read();
}

async function pay(of: SandboxFixture, input: object = sale): Promise<PaymentDetail> {
  const { payment: made } = await createPayment(of.ctx(), { ...place, idempotencyKey: crypto.randomUUID(), input });
  return ended(of, made.paymentId);
}

/** A payment whose response is lost. */
async function lose(of: SandboxFixture): Promise<string> {
  await of.control("scenarios", { kind: "drop-after", path: "/epos/v1/payments" });
  await expect(createPayment(of.ctx(), { ...place, idempotencyKey: crypto.randomUUID(), input: sale })).rejects.toMatchObject({
    code: "outcome_unknown",
  });
  const { items } = await listMerchantPayments(of.ctx(), { ...place, input: { status: "unknown" } });
  return items[0]?.paymentId ?? "";
}

async function readAll(of: SandboxFixture) {
  const { zone } = await view(of);
  return readMerchant(of.ctx(), await of.merchant(slug), { days: {}, zone, budgetMs: 60_000 });
}

type Stored = { id: string; ms: number; text: string; day: string; reference_number: string | null };

async function storedRows(of: SandboxFixture): Promise<Stored[]> {
  const { rows } = await of.store.db.execute<Stored>(sql`select id, extract(epoch from occurred_at)::float8 * 1000 as ms,
    occurred_at_text as text, day::text as day, reference_number from transaction`);
  return rows;
}

/** Checks that each row exists once, at the time and on the day of the zone, and that the days' sums match their rows. */
async function expectRightRows(of: SandboxFixture, zone: string): Promise<void> {
  const rows = await storedRows(of);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { ms, text, day } of rows) {
    expect(new Date(ms)).toEqual(parseGatewayTime(text, zone));
    expect(day).toBe(text.slice(0, 10));
  }
  const { rows: sums } = await of.store.db.execute(sql`
    select day::text, sum(rows)::int as rows, sum(credit_minor + debit_minor)::text as minor from ledger_day where rows > 0
    group by day order by day`);
  const { rows: wanted } = await of.store.db.execute(sql`
    select day::text, count(*)::int as rows, sum(amount_minor)::text as minor from transaction group by day order by day`);
  expect(sums).toEqual(wanted);
}

async function paymentRows(of: SandboxFixture) {
  return of.store.db.select().from(payment);
}

const readings = [
  ["dates-in-utc-plus-2", 120, 0, ["long"]],
  ["dates-in-utc-minus-5", -300, 0, []],
  ["dates-in-utc-plus-14", 840, 0, ["long"]],
  ["payments-in-utc-plus-3", 0, 180, ["long"]],
] as const;

describe("after one payment was taken and listed, the right zones are in use and rows have the right times", () => {
  for (const [name, dates, payments, tags] of readings) {
    test(name, { ...slow, tags: [...tags] }, async () => {
      const of = await open(sandboxReadings[name]);
      expect(await ended(of, await lose(of))).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
      const { referenceNumber } = await pay(of);
      await readAll(of);
      const { zone, paymentZone } = await view(of);
      expect([offsetOf(zone), offsetOf(paymentZone ?? "")]).toEqual([dates, payments]);
      await expect.poll(async () => (await readAll(of)).isComplete).toBe(true);
      await expectRightRows(of, zone);
      const [row] = (await storedRows(of)).filter((item) => item.reference_number === referenceNumber);
      expect(Math.abs((row?.ms ?? 0) - Date.now())).toBeLessThan(600_000);
      const learned = (await listProfileRows(of.store.db, environment)).filter(({ question }) => question.endsWith("zone"));
      expect(learned.map(({ question }) => question).toSorted()).toEqual(["payment_zone", "zone"]);
      for (const { merchant, source, evidence } of learned) {
        expect([merchant, source]).toEqual(["", "learned"]);
        expect(evidence).toMatch(/^payment sent \d\d:\d\d:\d\dZ, (created_at|date) \d{4}-/);
      }
      expect(await ended(of, await lose(of))).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
      expect((await paymentRows(of)).map(({ status }) => status)).toEqual(["success", "success", "success"]);
    });
  }
});

test("a payment that only the ledger shows never counts as absent, whatever the zone in use", slow, async () => {
  const of = await open({});
  const made = await pay(of);
  const row = (await paymentRows(of)).find(({ id }) => id === made.paymentId);
  if (!row) throw new Error("no payment");
  const merchant = await of.merchant(slug);
  const further: Partial<SandboxSettings>[] = [
    {},
    { toDate: "midnight" },
    { refuseFutureDates: true },
    { refuseFutureDates: true, toDate: "midnight" },
  ];
  const looks = [-300, 120, 840].flatMap((dateOffsetMinutes) =>
    further.flatMap((more) =>
      ["UTC", "Etc/GMT+12", "Etc/GMT-14"].map((zone) => ({ settings: { dateOffsetMinutes, ...more }, zone })),
    ),
  );
  for (const { settings, zone } of looks) {
    await of.gateway.control({ method: "POST", name: "settings", body: { ...defaultSandboxSettings, ...atOnce, ...settings } });
    for (const table of ["ledger_read", "transaction", "transaction_key", "gateway_profile"])
      await of.store.db.execute(sql`delete from ${sql.identifier(table)}`);
    readingMemory().pages.clear();
    of.ctx().gateways.reload(environment);
    const look = () => checkLedger(of.ctx(), { merchant, payments: [row], zone });
    const { found, asOfMs } = await look();
    const isFound = found.has(row.id);
    // Where future days are refused, its day may not be requested: then nothing is proven.
    const mayBeOpen = settings.refuseFutureDates === true && asOfMs === undefined;
    expect([settings, zone, isFound || mayBeOpen]).toEqual([settings, zone, true]);
    if (isFound || zone !== "UTC" || settings.toDate === "midnight" || settings.dateOffsetMinutes < 0) continue;
    await of.store.db.execute(sql`delete from ledger_read`);
    expect((await look()).found.has(row.id)).toBe(true);
  }
});

test("a payment with a typed reference shows the zone as well", slow, async () => {
  const of = await open(sandboxReadings["dates-in-utc-minus-5"]);
  await pay(of, { ...sale, referenceNumber: "INV-2041" });
  await readAll(of);
  expect(offsetOf((await view(of)).zone)).toBe(-300);
});

/** A payment that was not sent from here. */
async function payElsewhere(of: SandboxFixture): Promise<void> {
  const gateway = await of.ctx().gateways.forMerchant(await of.merchant(slug));
  const { id } = await gateway.createPayment(sale);
  expect(await gateway.getPayment(id)).toMatchObject({ status: "success" });
}

const alerts = async (of: SandboxFixture) =>
  (await of.store.db.execute<{ subject: string }>(sql`select subject from alert where rule = 'profile_contradicted'`)).rows;

test("a row in the future contradicts the zone in use, and no other zone is inferred from it", slow, async () => {
  const of = await open(sandboxReadings["dates-in-utc-plus-2"]);
  await payElsewhere(of);
  await readAll(of);
  await expect.poll(() => alerts(of)).toEqual([{ subject: "zone " }]);
  expect(await view(of)).toMatchObject({ zone: "UTC" });
  expect((await listProfileRows(of.store.db, environment)).filter(({ question }) => question === "zone")).toEqual([]);
  await changeProfile(of.ctx(), { environment, input: { question: "zone", answer: "Europe/London" } });
  await readAll(of);
  const contradicted = async () =>
    (await listProfileRows(of.store.db, environment)).find(({ question }) => question === "zone")?.contradictionEvidence;
  await expect.poll(contradicted).toMatch(/^Date: .{24}, date .{19}, offset ≥ \+0[12]:\d\d$/);
});

test("a learned zone that the next payment contradicts is replaced for all merchants, with an alert", slow, async () => {
  const of = await open(sandboxReadings["dates-in-utc-plus-2"]);
  await pay(of);
  await readAll(of);
  expect(offsetOf((await view(of)).zone)).toBe(120);
  await of.gateway.control({ method: "POST", name: "settings", body: sandboxReadings["dates-in-utc-minus-5"] });
  await pay(of);
  await readAll(of);
  expect(offsetOf((await view(of)).zone)).toBe(-300);
  await expect.poll(() => alerts(of)).toContainEqual({ subject: "zone " });
  await expect.poll(async () => (await readAll(of)).isComplete).toBe(true);
  await expectRightRows(of, (await view(of)).zone);
});

test("how late payments are listed is learned from one of ours, and absence takes twice as long to prove", slow, async () => {
  const of = await open(sandboxReadings["listed-after-2-s"]);
  await readAll(of);
  const { referenceNumber } = await pay(of);
  const { clock } = of.ctx();
  let aheadMs = 0;
  const isListed = async () => {
    aheadMs += 11_000;
    const ctx = { ...of.ctx(), clock: { ...clock, now: () => clock.now() + aheadMs } };
    await readMerchant(ctx, await of.merchant(slug), { days: {}, zone: "UTC", budgetMs: 60_000 });
    return (await storedRows(of)).some((row) => row.reference_number === referenceNumber);
  };
  await expect.poll(isListed, { interval: 250 }).toBe(true);
  const { gateways } = of.ctx();
  const { listingLagMs = 0 } = await view(of);
  expect(listingLagMs).toBeGreaterThanOrEqual(1_000);
  expect(await limitsOf(gateways, environment)).toEqual({ ...paymentLimits, apartMs: Math.max(120_000, 2 * listingLagMs) });
  await changeProfile(of.ctx(), { environment, input: { question: "listing_lag", answer: 300 } });
  expect(await limitsOf(gateways, environment)).toEqual({ ...paymentLimits, apartMs: 600_000 });
});

test("a zone set by staff stays in force and is contradicted; once it is removed the right one is learned", slow, async () => {
  const of = await open(sandboxReadings["dates-in-utc-plus-2"]);
  const set = (answer: string | null) => changeProfile(of.ctx(), { environment, input: { question: "zone", answer } });
  await set("Etc/GMT+5");
  await pay(of);
  await readAll(of);
  expect(await view(of)).toMatchObject({ zone: "Etc/GMT+5" });
  const profile = await set("Etc/GMT+5");
  await pay(of);
  expect(profile.items.find(({ question }) => question === "zone")).toMatchObject({ source: "set", answer: "Etc/GMT+5" });
  const { rows: alerts } = await of.store.db.execute(sql`select rule, subject from alert`);
  expect(alerts).toContainEqual({ rule: "profile_contradicted", subject: "zone " });
  await set("Europe/Sofia");
  await expect.poll(async () => (await readAll(of)).isComplete).toBe(true);
  await expectRightRows(of, "Europe/Sofia");
  await set("Etc/GMT+5");
  await expect.poll(async () => (await readAll(of)).isComplete).toBe(true);
  await expectRightRows(of, "Etc/GMT+5");
});
