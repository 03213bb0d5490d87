// @module-tag long: months at the sandbox's gateway, until an alert of each rule comes and goes by mail and webhook.
import { generateKeyPairSync } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { dayMs, dayOf } from "#lib/core/days.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith } from "#lib/notifications/forwarding/testing/shop.ts";
import { toCertificatePem } from "#lib/sandbox/checkout/certificate.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import { changeEndpoint } from "#lib/services/endpoints/change-endpoint.ts";
import { createEndpoint } from "#lib/services/endpoints/endpoints.ts";
import { processDeliveries } from "#lib/services/notifications/process-deliveries.ts";
import { confirmNotifications } from "#lib/services/notifications/testing/confirm-notifications.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";
import { pollOpenPayments } from "#lib/services/payments/poll-open-payments.ts";
import { type JourneyFixture, openJourneyFixture } from "./testing/journey-fixture.ts";
import { expectNotified, type JourneyRule, type Scenario } from "./testing/rule-scenario.ts";

const slug = "corner-cafe";
const place = { environment, merchant: slug } as const;
const minute = 60_000;
const hourMs = 60 * minute;
let fixture: JourneyFixture;
afterEach(() => fixture.drop());

/** Nothing of these is written by hand, nor known to the app before: `transactions` of the year before are at the gateway. */
type Journey = Scenario & { transactions: number };

const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001" };
const pay = () => createPayment(fixture.ctx(), { ...place, idempotencyKey: crypto.randomUUID(), input: sale });

/** As the job does, which asks less often the longer a payment is open. */
async function pollFor(minutes: number) {
  for (let passed = 0; passed < minutes; passed++) {
    await fixture.pass(minute);
    await pollOpenPayments(fixture.ctx());
  }
}

const order = (amountMinor: number) => {
  const body = { merchant: slug, amountMinor, currency: "EUR" };
  return fixture.sandbox.control({ method: "POST", name: "orders", body });
};
const change = (input: object, endpoint = fixture.endpoint) =>
  changeEndpoint(fixture.ctx(), { ...endpoint, input, forwarder: fixture.forwarding });

/** The shop refuses a notification that the gateway sent, and takes it when it is sent again. */
const forwardFailing: Journey = {
  transactions: 0,
  async begin() {
    fixture.shop.answer = answerWith(500);
    await change({ forwarding: { mode: "desk_answers", url: fixture.shop.url } });
    await fixture.setNotify("receiver");
    expect(await order(1_500)).toMatchObject({ status: "paid" });
    fixture.forwarding.start();
    await fixture.pass(minute);
    await eventually(async () => expect(await forwards(sql`attempts > 0`)).toBe(1));
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await fixture.pass(10 * minute);
  },
  async end() {
    fixture.shop.answer = answerWith(200, "OK");
    await fixture.pass(hourMs);
    await eventually(async () => expect(await forwards(sql`state = 'delivered'`)).toBe(1));
  },
  expected: { merchant: slug, severity: "warning", count: 1, page: () => `/${slug}/endpoints#${fixture.endpoint.id}` },
};
const forwards = (where: SQL) => fixture.store.db.$count(forward, where);

/** The answer to a payment is lost, and for eleven minutes the gateway says nothing at all. */
const paymentUnknown: Journey = {
  transactions: 0,
  async begin() {
    const body = { kind: "drop-after", path: "/epos/", method: "POST" };
    await fixture.sandbox.control({ method: "POST", name: "scenarios", body });
    await expect(pay()).rejects.toMatchObject({ code: "outcome_unknown" });
    fixture.isAway = true;
    await pollFor(9);
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await pollFor(2);
  },
  async end() {
    fixture.isAway = false;
    await pollFor(2);
  },
  expected: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/payments?status=unknown` },
};

const isFailing = () =>
  eventually(async () => {
    const [row] = await fixture.store.db.select().from(ledgerSync);
    expect(row?.problem).toMatchObject({ code: "gateway_unavailable" });
  });

/** The gateway is away while the background tries to read its ledger. */
const ledgerLate: Journey = {
  transactions: 100,
  async begin() {
    fixture.isAway = true;
    await fixture.pass(70 * minute);
    await isFailing();
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await fixture.pass(10 * minute);
  },
  async end() {
    fixture.isAway = false;
    await fixture.pass(hourMs);
    await fixture.untilRead();
  },
  expected: { merchant: slug, severity: "warning", count: 1, page: `/${slug}/transactions` },
};

/** A certificate of the gateway with another key and another end; who signed it is not looked at. */
function certificateUntil(at: Date): string {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const publicKeyPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const text = toCertificatePem({ privateKeyPem, publicKeyPem }).replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const der = Buffer.from(text, "base64");
  der.write(`${at.toISOString().slice(2, 19).replaceAll(/\D/g, "")}Z`, der.indexOf("491231235959Z"));
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----`;
}

let endpointId: string;

/** The only certificate of an endpoint has 40 days left, 35 of them pass, and the gateway's next one is added. */
const certificateEnding: Journey = {
  transactions: 0,
  async begin() {
    const certificates = [certificateUntil(new Date(fixture.clock.now() + 40 * dayMs))];
    const input = { sid: fixture.keys.sid, certificates };
    endpointId = (await createEndpoint(fixture.ctx(), { ...place, input })).id;
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await fixture.pass(35 * dayMs);
    await fixture.untilRead();
  },
  async end() {
    await change({ addCertificates: [fixture.keys.certificatePem] }, { ...place, id: endpointId });
  },
  expected: { merchant: slug, severity: "warning", count: 1, page: () => `/${slug}/endpoints#${endpointId}` },
};

/** The times of the gateway's payments are in another zone than those of the payment before; then nobody pays for a week. */
const profileContradicted: Journey = {
  transactions: 0,
  async begin() {
    await pay();
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await fixture.sandbox.control({ method: "POST", name: "settings", body: { paymentOffsetMinutes: 180 } });
    await pay();
  },
  async end() {
    await fixture.pass(8 * dayMs);
    await fixture.untilRead();
  },
  expected: { severity: "warning", count: 1, page: "/settings/gateway" },
};

/** A cafe whose year of sales the background has read sells nothing for days, and then something. */
const silence: Journey = {
  transactions: 2_400,
  async begin() {
    await fixture.untilRead();
    await fixture.run();
    expect((await listed()).open).toBe(0);
    for (let day = 0; day < 5 && (await listed()).open === 0; day++) {
      await fixture.pass(dayMs);
      await fixture.untilRead();
      await fixture.run();
    }
  },
  async end() {
    const { payment } = await pay();
    await pollFor(1);
    expect(await getPayment(fixture.ctx(), { ...place, paymentId: payment.paymentId })).toMatchObject({ status: "success" });
    await fixture.pass(20 * minute);
    await fixture.untilRead();
  },
  expected: {
    ...{ merchant: slug, severity: "warning", count: 1 },
    page: `/${slug}/transactions?type=009%2C013%2C016%2C022%2C035%2C501&sign=credit`,
  },
};

type Sales = { times: number; everyMs: number; orders: number };

/** So many orders at a time that customers pay at the gateway's checkout; then all that the jobs do with them. */
async function sell({ times, everyMs, orders }: Sales) {
  for (let time = 0; time < times; time++) {
    await fixture.pass(everyMs);
    for (let number = 0; number < orders; number++) expect(await order(1_500)).toMatchObject({ status: "paid" });
  }
  // Then no notification is on its way any more.
  await fixture.pass(20 * minute);
  await fixture.untilRead();
  await processDeliveries(fixture.ctx());
  await confirmNotifications(fixture.ctx(), environment);
}

/** The day of the first sale without a notification, in the environment's zone. */
let missingFrom: string;

/** A shop's orders are notified for two weeks, then the gateway sends the notifications elsewhere, then here again. */
const notificationsMissing: Journey = {
  transactions: 0,
  async begin() {
    await fixture.setNotify("receiver");
    await sell({ times: 30, everyMs: 12 * hourMs, orders: 2 });
    await fixture.run();
    expect((await listed()).open).toBe(0);
    await fixture.setNotify("shop");
    const { clock, gateways } = fixture.ctx();
    missingFrom = dayOf(new Date(clock.now() + 20 * minute), (await gateways.environment(environment)).zone);
    await sell({ times: 4, everyMs: 20 * minute, orders: 3 });
  },
  async end() {
    await fixture.setNotify("receiver");
    await sell({ times: 1, everyMs: 20 * minute, orders: 5 });
  },
  expected: {
    merchant: slug,
    severity: "critical",
    count: 12,
    page: () => `/${slug}/notifications/never-notified?from=${missingFrom}`,
  },
};

const journeys: Record<JourneyRule, Journey> = {
  forward_failing: forwardFailing,
  payment_unknown: paymentUnknown,
  ledger_late: ledgerLate,
  certificate_ending: certificateEnding,
  profile_contradicted: profileContradicted,
  silence,
  notifications_missing: notificationsMissing,
};

const listed = () => listAlerts(fixture.ctx(), { environment, input: {} });

test.each(Object.entries(journeys))(
  "%s opens with its cause at the gateway, is told by mail and webhook, counts, and ends with it",
  { meta: { slow: "Days at a gateway, with the jobs that read it." } },
  async (rule, { transactions, ...journey }) => {
    fixture = await openJourneyFixture(slug, { transactions });
    await fixture.untilRead();
    await expectNotified(fixture, rule as JourneyRule, journey);
  },
);
