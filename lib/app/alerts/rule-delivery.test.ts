// @module-tag long: each rule of an alert from its cause to a mail server and a receiver, and back.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AlertRule, alertRules } from "#lib/contract/alert-marks.ts";
import { systemClock } from "#lib/core/clock.ts";
import { dayMs, dayOf } from "#lib/core/days.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { toPairId } from "#lib/db/lockout/permit-rows.ts";
import { merchantRhythm, usualNotifications } from "#lib/db/schema/alert.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { payment, paymentEvent } from "#lib/db/schema/payment.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import { createTestGateways, environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith } from "#lib/notifications/forwarding/testing/shop.ts";
import { measureSpool } from "#lib/notifications/spool/spool-folder.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import { resolveAlert } from "#lib/services/alerts/change-alert.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import { insertSales } from "#lib/services/alerts/testing/insert-sales.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { changeEndpoint } from "#lib/services/endpoints/change-endpoint.ts";
import { reverifyMerchant } from "#lib/services/notifications/reverify-notification.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { recordFact } from "#lib/services/profile/record-fact.ts";
import { createSpoolAlert } from "../notify/spool-alert.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

const slug = "corner-cafe";
const minute = 60_000;
const hourMs = 60 * minute;
let fixture: ChannelFixture;
let served: ServedSandbox;
let folder: string;
beforeAll(async () => {
  const secret = "a secret for tests only, 32 characters and more";
  const common = { secret, storage: createMemoryStorage(), clock: systemClock, transactions: 10, live: false };
  [fixture, served, folder] = await Promise.all([
    openChannelFixture([slug, "bakery"]),
    serveSandbox({ port: 0, ...common }),
    mkdtemp(path.join(tmpdir(), "spool-")),
  ]);
});
beforeEach(() => fixture.reset());
afterAll(async () => {
  await fixture.forwarding.stop();
  await Promise.all([fixture.drop(), served.close(), rm(folder, { recursive: true })]);
});

const db = () => fixture.store.db;
const idOf = async () => (await fixture.merchant(slug)).id;
const endpoint = () => ({ environment, merchant: slug, id: fixture.endpointId(slug) }) as const;
const change = (input: object) => changeEndpoint(fixture.ctx(), { ...endpoint(), input, forwarder: fixture.forwarding });

/** What begins, what ends, and what is told; `run` where the jobs do it otherwise. */
type Scenario = {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  told: { merchant?: string; severity: string; count: number; page: string | (() => string) };
  run?(): Promise<void>;
};

/** Time that passed since then, as far as the database tells it. */
const ago = (ms: number) => new Date(Date.now() - ms);

const genuineRefused: Scenario = {
  async begin() {
    const [method, sid, ...others] = notifyEntries({ orderId: "A-1" });
    // Signed by the gateway, in an order of names that is not accepted yet.
    if (method && sid) await fixture.receiveSigned(slug, [method, sid, ["IPCversion", "1.4"], ...others]);
  },
  async end() {
    await change({ strictLayout: false });
    await reverifyMerchant(fixture.ctx(), endpoint());
    await change({ strictLayout: true });
  },
  told: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/notifications?flag=genuine_refused` },
};

const notCheckable: Scenario = {
  async begin() {
    const certificates = await db()
      .select({ id: notifyCertificate.id })
      .from(notifyCertificate)
      .where(eq(notifyCertificate.endpointId, endpoint().id));
    await change({ removeCertificates: certificates.map(({ id }) => id), name: slug });
    await fixture.receiveSigned(slug, notifyEntries({ orderId: "ann@customer.example" }));
    await updateOverviews(fixture.ctx());
  },
  async end() {
    await change({ addCertificates: [fixture.signer.publicKeyPem] });
    await reverifyMerchant(fixture.ctx(), endpoint());
    await updateOverviews(fixture.ctx());
  },
  told: {
    ...{ merchant: slug, severity: "critical", count: 1 },
    page: () => `/${slug}/notifications?verdict=not_checkable&from=${ago(dayMs).toISOString().slice(0, 10)}`,
  },
};

const spoolInUse: Scenario = {
  begin: () => writeFile(path.join(folder, "1.spool"), "kept"),
  end: () => rm(path.join(folder, "1.spool")),
  told: { severity: "warning", count: 1, page: "" },
  async run() {
    await connect();
    const size = await measureSpool(folder);
    const worker = createSpoolAlert({ db: db(), clock: fixture.clock, size: () => size, bytesMax: 1_000, everyMs: minute });
    worker.start();
    await eventually(async () => expect((await listed()).open).toBe(size.bytes > 0 ? 1 : 0));
    await worker.stop();
    await fixture.run();
  },
};

const forwardFailing: Scenario = {
  async begin() {
    fixture.shop.answer = answerWith(500);
    await change({ forwarding: { mode: "desk_answers", url: fixture.shop.url } });
    await fixture.receiveSigned(slug, notifyEntries({ orderId: "F-1" }));
    fixture.clock.advance(minute);
    fixture.forwarding.start();
    await eventually(() => expect(fixture.shop.received.length).toBeGreaterThan(0));
    await eventually(async () => expect((await db().execute(sql`select from forward where attempts > 0`)).rows).toHaveLength(1));
    await db().execute(sql`update forward set queued_at = queued_at - interval '11 minutes'`);
  },
  async end() {
    fixture.shop.answer = answerWith(200, "OK");
    await db().execute(sql`update forward set due_at = now() - interval '1 minute'`);
    const delivered = sql`select from forward where state = 'delivered'`;
    await eventually(async () => expect((await db().execute(delivered)).rows).toHaveLength(1));
    await change({ forwarding: { mode: "off" } });
  },
  told: { merchant: slug, severity: "warning", count: 1, page: () => `/${slug}/endpoints#${endpoint().id}` },
};

/** The sandbox's gateway with these secrets. */
function gatewaysWith(merchantSecret?: string): ServiceContext["gateways"] {
  const { integration, merchants } = served.sandbox.describe();
  const own = merchants.filter((item) => item.slug === slug);
  const pairs = own.map((pair) => ({ ...pair, clientSecret: merchantSecret ?? pair.clientSecret }));
  const { vault } = fixture.ctx();
  return createTestGateways({
    db: db(),
    vault,
    upstream: { baseUrl: served.url, ...integration, merchants: pairs },
    options: {},
  });
}

const signIn = async (merchantSecret?: string) => {
  const gateway = await gatewaysWith(merchantSecret).forMerchant(await fixture.merchant(slug));
  return (await gateway.tryOnceMore("manual")).outcome;
};

const merchantStopped: Scenario = {
  async begin() {
    const clientId = served.sandbox.describe().merchants.find((item) => item.slug === slug)?.clientId ?? "";
    const pairId = toPairId(fixture.ctx().vault, { environment, kind: "session", clientId });
    await db().update(merchant).set({ pairId }).where(eq(merchant.slug, slug));
    expect(await signIn("wrong")).toBe("refused");
  },
  end: async () => expect(await signIn()).toBe("signed_in"),
  told: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/connection` },
};

const paymentUnknown: Scenario = {
  async begin() {
    const at = ago(12 * minute);
    const money = { status: "unknown" as const, amountMinor: 100, currency: "EUR", terminalId: "1", referenceNumber: "1" };
    const row = { environment, merchantId: await idOf(), ...money, createdAt: at, updatedAt: at };
    const [inserted] = await db().insert(payment).values(row).returning({ id: payment.id });
    await db()
      .insert(paymentEvent)
      .values({ paymentId: inserted?.id ?? "", status: "unknown", source: "desk", at });
  },
  end: () => db().update(payment).set({ status: "success" }),
  told: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/payments?status=unknown` },
};

const setRead = async (at: Date) =>
  db()
    .update(ledgerSync)
    .set({ recentReadAt: at, dueAt: at })
    .where(eq(ledgerSync.merchantId, await idOf()));

const ledgerLate: Scenario = {
  begin: () => setRead(ago(3 * hourMs)),
  end: () => setRead(new Date()),
  told: { merchant: slug, severity: "warning", count: 1, page: `/${slug}/transactions` },
};

const endCertificate = async (at: Date | null) => {
  const [row] = await db()
    .select({ id: notifyCertificate.id })
    .from(notifyCertificate)
    .where(eq(notifyCertificate.endpointId, endpoint().id));
  await change({ endCertificates: [{ id: row?.id ?? "", at: at?.toISOString() ?? null }] });
};

const certificateEnding: Scenario = {
  begin: () => endCertificate(new Date(Date.now() + 5 * dayMs)),
  end: () => endCertificate(null),
  told: { merchant: slug, severity: "warning", count: 1, page: () => `/${slug}/endpoints#${endpoint().id}` },
};

/** An environment that is connected. */
const connect = () =>
  db().execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, ${served.url}, '', '', '', '', '', 'test', 'test')
    on conflict do nothing`);

const profileContradicted: Scenario = {
  async begin() {
    await connect();
    const says = async (answer: string) =>
      recordFact(db(), {
        ...{ baseUrl: served.url, environment, at: new Date() },
        fact: { merchantId: await idOf(), question: "date_form", answer, evidence: "GET /a → 422" },
      });
    await says("instants");
    await says("times");
  },
  // A week without another contradiction.
  end: () => db().execute(sql`update alert set last_seen_at = last_seen_at - interval '8 days'`),
  told: { severity: "warning", count: 1, page: "/settings/gateway" },
};

const every = (gapMs: number, { fromMs, untilMs }: { fromMs: number; untilMs: number }) =>
  Array.from({ length: Math.ceil((untilMs - fromMs) / gapMs) }, (_, index) => fromMs + index * gapMs);

const silence: Scenario = {
  async begin() {
    // What is usual is learned once a day.
    await db().delete(merchantRhythm);
    const untilMs = Date.now() - 2 * dayMs;
    await insertSales(fixture, slug, {
      times: every(110 * minute, { fromMs: untilMs - 42 * dayMs, untilMs }),
      isNotified: true,
    });
    await setRead(new Date());
  },
  async end() {
    fixture.clock.advance(2 * minute);
    await insertSales(fixture, slug, { times: [Date.now() - hourMs], isNotified: true });
  },
  told: {
    ...{ merchant: slug, severity: "warning", count: 1 },
    page: `/${slug}/transactions?type=009%2C013%2C016%2C022%2C035%2C501&sign=credit`,
  },
};

const notificationsMissing: Scenario = {
  async begin() {
    await db().delete(usualNotifications);
    const untilMs = Date.now() - 4 * hourMs;
    await db()
      .update(notifyEndpoint)
      .set({ createdAt: ago(40 * dayMs) });
    await insertSales(fixture, slug, {
      times: every(3 * hourMs, { fromMs: untilMs - 30 * dayMs, untilMs }),
      isNotified: true,
    });
    await insertSales(fixture, slug, {
      times: every(15 * minute, { fromMs: untilMs, untilMs: untilMs + 3 * hourMs }),
      isNotified: false,
    });
  },
  async end() {
    fixture.clock.advance(2 * minute);
    const fromMs = Date.now() - hourMs;
    await insertSales(fixture, slug, { times: every(10 * minute, { fromMs, untilMs: fromMs + 45 * minute }), isNotified: true });
  },
  told: {
    ...{ merchant: slug, severity: "critical", count: 12 },
    page: () => `/${slug}/notifications/never-notified?from=${dayOf(ago(4 * hourMs), defaultGatewayOptions.zone)}`,
  },
};

const scenarios: Record<AlertRule, Scenario> = {
  genuine_refused: genuineRefused,
  not_checkable: notCheckable,
  spool_in_use: spoolInUse,
  forward_failing: forwardFailing,
  merchant_stopped: merchantStopped,
  payment_unknown: paymentUnknown,
  ledger_late: ledgerLate,
  certificate_ending: certificateEnding,
  profile_contradicted: profileContradicted,
  silence,
  notifications_missing: notificationsMissing,
};

const listed = () => listAlerts(fixture.ctx(), { environment, input: {} });
const severities = ["info", "warning", "critical"];
const email = { isOn: true, severities, sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" };
const webhook = () => ({
  ...{ kind: "webhook", name: "On-call", isOn: true, severities, language: "en", url: fixture.receiver.url },
});

/** What has arrived since the last call; each webhook is verified. */
function takeReceived(secret: string) {
  const verifier = new Webhook(secret);
  const webhooks = fixture.receiver.received.splice(0).map(({ body, headers }) => {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return verifier.verify(body.toString(), named);
  });
  const mails = fixture.mailbox.received.splice(0);
  return { webhooks, subjects: mails.map((mail) => headerOf(mail, "subject")), text: JSON.stringify(mails) };
}

test.each(alertRules)(
  "%s opens with its cause, is told by mail and webhook, counts, and ends with it",
  {
    meta: { slow: "Runs the jobs of some minutes, and waits for a shop." },
  },
  async (rule) => {
    const { begin, end, told, run = () => fixture.run() } = scenarios[rule];
    await fixture.save({ email });
    const { secret = "" } = await fixture.save({ team: webhook() });
    await run();
    expect([(await listed()).open, takeReceived(secret).webhooks]).toEqual([0, []]);

    await begin();
    await run();
    await fixture.run();
    const { items, open } = await listed();
    const { page: place, ...shown } = told;
    const page = typeof place === "string" ? place : place();
    expect([open, items.length]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({ rule, status: "open", href: `/${environment}${page}`, ...shown });
    const first = takeReceived(secret);
    const url = `https://desk.example/${environment}${page}`;
    expect(first.webhooks).toMatchObject([{ type: "alert.opened", data: { environment, rule, status: "open", ...shown, url } }]);
    expect(first.subjects).toHaveLength(1);
    expect(first.text).not.toContain("customer.example");

    await end();
    await run();
    expect((await listed()).open).toBe(0);
    const last = takeReceived(secret);
    expect(last.webhooks).toMatchObject([{ type: "alert.resolved", data: { rule, status: "resolved" } }]);
    expect(last.subjects).toEqual([expect.stringContaining("Resolved: ")]);
    expect((await listAlerts(fixture.ctx(), { environment, input: { status: "resolved" } })).items).toMatchObject([
      { rule, status: "resolved" },
    ]);
  },
);

test("1,000 rejected notifications in an hour are one alert and one message; resolved again and again, at most 5 messages", {
  meta: { slow: "Stores 1,000 notifications and runs the jobs of an hour." },
}, async () => {
  await fixture.save({ email });
  await fixture.save({ team: webhook() });
  const reject = (orderId: string) => fixture.receiveSigned(slug, notifyEntries({ orderId, amount: "200,00" }));
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 25 }, (_, index) => reject(`${round}-${index}`)));
    fixture.clock.advance(minute);
    await fixture.run();
  }
  expect((await listed()).items.map(({ rule, count }) => [rule, count])).toEqual([["genuine_refused", 1_000]]);
  const received = () => [fixture.mailbox.received.length, fixture.receiver.received.length];
  expect(received()).toEqual([1, 1]);
  for (let round = 0; round < 15; round++) {
    const [alert] = (await listed()).items;
    await resolveAlert(fixture.ctx(), { environment, id: alert?.id ?? "" });
    await reject(`again-${round}`);
    fixture.clock.advance(minute);
    await fixture.run();
  }
  expect(received()).toEqual([5, 5]);
  expect((await listAlerts(fixture.ctx(), { environment, input: { status: "resolved" } })).items).toHaveLength(15);
});
