import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertMessage } from "#lib/db/schema/alert-channel.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { payment, paymentEvent } from "#lib/db/schema/payment.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith, switchProtocol } from "#lib/notifications/forwarding/testing/shop.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { deliverAlerts } from "#lib/services/alerts/delivery/deliver-alerts.ts";
import { evaluateAlerts } from "#lib/services/alerts/evaluate-alerts.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(["corner-cafe", "bakery"]);
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.drop());

const minute = 60_000;
const all = ["info", "warning", "critical"];
const own = { isOn: true, severities: all, sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" };
const email = { email: own };
const db = () => fixture.store.db;
const webhook = () => ({
  ...{ kind: "webhook", name: "On-call", isOn: true, severities: all, language: "en" },
  url: fixture.receiver.url,
});
const open = async () => (await listAlerts(fixture.ctx(), { environment, input: {} })).open;

const yesterday = () => new Date(fixture.clock.now() - 1_440 * minute).toISOString().slice(0, 10);

/** A scenario of the sandbox: a notification that no certificate of ours verifies. */
async function breakVerification(slug: string): Promise<void> {
  await fixture.receiveSigned(slug, notifyEntries({ orderId: "ann@customer.example" }));
  await setVerdict("not_checkable");
}

async function setVerdict(verdict: string): Promise<void> {
  await db().execute(sql`update delivery set verdict = ${verdict}`);
  await updateOverviews(fixture.ctx());
}

function verifiedWebhooks(secret: string) {
  const verifier = new Webhook(secret);
  return fixture.receiver.received.splice(0).map(({ body, headers }) => verifier.verify(body.toString(), asText(headers)));
}

function asText(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

test("an alert arrives by mail and by a verified webhook, shows in the count, and so does its end", async () => {
  await fixture.save(email);
  const { secret = "" } = await fixture.save({ team: webhook() });
  await breakVerification("corner-cafe");
  await fixture.run();
  await fixture.run();
  expect(await open()).toBe(1);
  expect(fixture.mailbox.received.map((mail) => [mail.from, mail.to, headerOf(mail, "subject")])).toEqual([
    [
      "alerts@desk.example",
      ["admin@desk.example"],
      "[Counterfoil Sandbox] Critical: Notifications not verified: no usable certificate (corner-cafe)",
    ],
  ]);
  const url = `https://desk.example/sandbox/corner-cafe/notifications?verdict=not_checkable&from=${yesterday()}`;
  expect(fixture.mailbox.received[0]?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain(url);
  const told = { environment, rule: "not_checkable", severity: "critical", merchant: "corner-cafe", merchantName: "corner-cafe" };
  expect(verifiedWebhooks(secret)).toMatchObject([{ type: "alert.opened", data: { ...told, status: "open", count: 1, url } }]);

  await setVerdict("valid");
  await fixture.run();
  expect(await open()).toBe(0);
  expect(fixture.mailbox.received.slice(1).map((mail) => headerOf(mail, "subject"))).toEqual([
    "[Counterfoil Sandbox] Resolved: Notifications not verified: no usable certificate (corner-cafe)",
  ]);
  expect(verifiedWebhooks(secret)).toMatchObject([{ type: "alert.resolved", data: { ...told, status: "resolved" } }]);
  const sent = JSON.stringify(fixture.mailbox.received);
  expect(sent).not.toContain("customer.example");
});

test("a certificate's end is told with its day, and a full disk with its machine", async () => {
  await fixture.save(email);
  const { secret = "" } = await fixture.save({ team: webhook() });
  const endsAt = new Date(Math.floor(fixture.clock.now() / 1_000) * 1_000 + 6 * 1_440 * minute);
  const own = eq(notifyCertificate.endpointId, fixture.endpointId("bakery"));
  await db().update(notifyCertificate).set({ endsAt }).where(own);
  await db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    values (${environment}, 'spool_in_use', 'receiver-2', 'critical', now(), now(), 1)`);
  await fixture.run();
  await db().update(notifyCertificate).set({ endsAt: null }).where(own);
  const told = verifiedWebhooks(secret) as { data: object }[];
  const byRule = Object.fromEntries(told.map(({ data }) => ["rule" in data ? data.rule : "", data]));
  expect(byRule).toMatchObject({
    certificate_ending: { endsAt: `${endsAt.toISOString().slice(0, 19)}Z` },
    spool_in_use: { machine: "receiver-2" },
  });
  const mail = fixture.mailbox.received[0]?.raw.replaceAll("=\r\n", "");
  expect(mail).toContain("Server: receiver-2");
  expect(mail).toMatch(/End of the certificate: \d{1,2} \w+ \d{4}/);
});

test("a webhook with another secret does not verify", async () => {
  const first = await fixture.save({ team: webhook() });
  const renewed = await fixture.save({ team: { ...webhook(), id: first.channels.team?.[0]?.id, renewsSecret: true } });
  await breakVerification("corner-cafe");
  await fixture.run();
  const received = [...fixture.receiver.received];
  expect(() => verifiedWebhooks(first.secret ?? "")).toThrow("No matching signature");
  fixture.receiver.received.push(...received);
  expect(verifiedWebhooks(renewed.secret ?? "")).toHaveLength(1);
});

async function insertUnknown(count: number): Promise<void> {
  const { id: merchantId } = await fixture.merchant("corner-cafe");
  const at = new Date(Date.now() - 12 * minute);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ environment, merchantId, status: "unknown" as const, amountMinor: 100, currency: "EUR", terminalId: "1" },
    ...{ referenceNumber: String(index), createdAt: at, updatedAt: at },
  }));
  const inserted = await db().insert(payment).values(rows).returning({ id: payment.id });
  await db()
    .insert(paymentEvent)
    .values(inserted.map(({ id }) => ({ paymentId: id, status: "unknown", source: "desk" as const, at })));
}

test("1,000 identical causes are one alert and one message, and one that comes and goes at most 5 an hour", {
  meta: { slow: "runs the jobs of 26 minutes" },
}, async () => {
  await fixture.save(email);
  const { secret = "" } = await fixture.save({ team: webhook() });
  await insertUnknown(1_000);
  await fixture.run();
  expect(await open()).toBe(1);
  expect(verifiedWebhooks(secret)).toMatchObject([{ data: { rule: "payment_unknown", count: 1_000 } }]);
  for (let round = 0; round < 11; round++) {
    await db()
      .update(payment)
      .set({ status: round % 2 === 0 ? "failed" : "unknown" });
    fixture.clock.advance(2 * minute);
    await fixture.run();
  }
  expect([fixture.mailbox.received.length, fixture.receiver.received.length + 1]).toEqual([5, 5]);
  // When the hour is over, what is true then is told.
  fixture.clock.advance(60 * minute);
  await fixture.run();
  expect(fixture.mailbox.received).toHaveLength(6);
  expect(fixture.receiver.received.at(-1)?.body.toString()).toContain('"type":"alert.resolved"');
});

test("staff limited to some merchants hear nothing of others, nor of the environment as a whole", async () => {
  const merchants = ["sandbox/bakery"];
  await db().update(staff).set({ merchants });
  await fixture.save(email, { merchants });
  await breakVerification("corner-cafe");
  await breakVerification("bakery");
  await db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    values (${environment}, 'spool_in_use', 'host', 'critical', now(), now(), 1)`);
  await fixture.run();
  expect(fixture.mailbox.received.map((mail) => headerOf(mail, "subject"))).toEqual([
    "[Counterfoil Sandbox] Critical: Notifications not verified: no usable certificate (bakery)",
  ]);
  expect(JSON.stringify(fixture.mailbox.received)).not.toContain("corner-cafe");
});

test("whoever lost a merchant or was disabled between the alert and its message is not told", async () => {
  await fixture.save(email);
  fixture.mailbox.refuse = 450;
  await breakVerification("corner-cafe");
  await fixture.run();
  await db()
    .update(staff)
    .set({ merchants: ["sandbox/bakery"] });
  fixture.mailbox.refuse = null;
  fixture.clock.advance(5 * minute);
  await fixture.run();
  expect(fixture.mailbox.received).toEqual([]);
  await db().update(staff).set({ merchants: null, disabledAt: new Date() });
  await breakVerification("bakery");
  await fixture.run();
  expect(fixture.mailbox.received).toEqual([]);
});

test("quiet hours hold messages back, and what ended meanwhile is never told", async () => {
  const at = new Date(fixture.clock.now());
  const around = (hours: number) => new Date(at.getTime() + hours * 60 * minute).toISOString().slice(11, 16);
  await fixture.save({ email: { ...own, quiet: { from: around(-1), until: around(1) } } });
  await breakVerification("corner-cafe");
  await insertUnknown(1);
  await fixture.run();
  expect(fixture.mailbox.received).toEqual([]);
  await db().update(payment).set({ status: "failed" });
  fixture.clock.advance(61 * minute);
  await fixture.run();
  expect(fixture.mailbox.received.map((mail) => headerOf(mail, "subject"))).toEqual([
    expect.stringContaining("Notifications not verified"),
  ]);
});

test("a message that quiet hours held back is tried again after them as soon as any other", {
  meta: { slow: "runs the jobs of twelve minutes" },
}, async () => {
  const around = (hours: number) => new Date(fixture.clock.now() + hours * 60 * minute).toISOString().slice(11, 16);
  const saved = await fixture.save({ team: webhook() });
  fixture.receiver.answer = answerWith(500);
  await breakVerification("corner-cafe");
  await fixture.run();
  const { url: _, ...same } = webhook();
  const id = saved.channels.team?.[0]?.id;
  await fixture.save({ team: { ...same, id, quiet: { from: around(-1), until: around(1) }, zone: "UTC" } });
  const runAfter = async (minutes: number) => {
    fixture.clock.advance(minutes * minute);
    await fixture.run();
    return fixture.receiver.received.length;
  };
  for (let round = 0; round < 10; round++) expect(await runAfter(1)).toBe(1);
  expect(await runAfter(60)).toBe(2);
  // The pause after the second attempt.
  expect([await runAfter(1), await runAfter(1)]).toEqual([2, 3]);
});

test("a digest says once an hour what has changed, in one message", async () => {
  await fixture.save({ email: { ...own, sends: "hourly" } });
  await breakVerification("corner-cafe");
  await insertUnknown(1);
  await fixture.run();
  fixture.clock.advance(60 * minute);
  await fixture.run();
  await fixture.run();
  expect(fixture.mailbox.received.map((mail) => headerOf(mail, "subject"))).toEqual(["[Counterfoil Sandbox] 2 alerts"]);
});

test.each([
  ["answers 500", answerWith(500)],
  ["switches to another protocol (101)", switchProtocol],
])("a receiver that %s gets the same message again, later each time", async (_, answer) => {
  const { secret = "" } = await fixture.save({ team: webhook() });
  fixture.receiver.answer = answer;
  await breakVerification("corner-cafe");
  await fixture.run();
  await fixture.run();
  expect(fixture.receiver.received).toHaveLength(1);
  fixture.clock.advance(minute);
  await fixture.run();
  fixture.receiver.answer = answerWith(204);
  fixture.clock.advance(2 * minute);
  await fixture.run();
  await fixture.run();
  const ids = fixture.receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  expect(verifiedWebhooks(secret)).toHaveLength(3);
  const [channel] = (await fixture.save(email)).channels.team ?? [];
  expect(channel?.lastTry).toMatchObject({ isSent: true, status: 204 });
});

test("a receiver that fails is asked by one batch of a run, delays no mail, and gets nothing older than a day", async () => {
  await fixture.save({ team: webhook() });
  await db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    select ${environment}, 'spool_in_use', 'receiver-' || n, 'warning', now(), now(), 1 from generate_series(1, 40) n`);
  fixture.receiver.answer = answerWith(500);
  const deliver = () => deliverAlerts({ ...fixture.ctx(), senders: fixture.senders });
  await deliver();
  const asked = fixture.receiver.received.length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(8);
  await fixture.save(email);
  await breakVerification("corner-cafe");
  fixture.clock.advance(minute);
  await evaluateAlerts(fixture.ctx());
  await deliver();
  expect(fixture.mailbox.received).toHaveLength(1);
  const before = fixture.receiver.received.length;
  expect(before - asked).toBeLessThanOrEqual(8);
  fixture.receiver.answer = answerWith(204);
  fixture.clock.advance(1_439.5 * minute);
  await deliver();
  // The 40 are older than a day by now, also those that were never tried.
  const rules = fixture.receiver.received.slice(before).map(({ body }) => JSON.parse(body.toString()).data.rule);
  expect(rules).toEqual(["not_checkable"]);
});

// Each process knows by the lease which messages another one sends.
test("a message is leased from its claim on, however long the run has taken before", async () => {
  await fixture.save({ team: webhook() });
  await db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    select ${environment}, 'spool_in_use', 'receiver-' || n, 'warning', now(), now(), 1 from generate_series(1, 9) n`);
  const leases: number[] = [];
  const post: ChannelFixture["senders"]["post"] = async () => {
    const rows = await db().select().from(alertMessage).where(eq(alertMessage.state, "pending"));
    leases.push(Math.max(...rows.map(({ dueAt }) => dueAt.getTime())) - fixture.clock.now());
    if (leases.length === 8) fixture.clock.advance(10 * minute);
    return { status: 200, problem: null };
  };
  await deliverAlerts({ ...fixture.ctx(), senders: { ...fixture.senders, post } });
  expect(leases).toEqual(Array(9).fill(2 * minute));
});

// Attack: a merchant's name that adds recipients to the mail, or calls everybody in a chat.
test("line breaks and markup in a merchant's name stay text", async () => {
  const name = "Café\r\nBcc: all@customer.example\r\n\r\n<!channel> <https://evil.example|x>";
  await db().update(merchant).set({ name }).where(eq(merchant.slug, "corner-cafe"));
  await fixture.save(email);
  await fixture.save({ team: { ...webhook(), kind: "slack" } });
  await fixture.save({ team: { ...webhook(), kind: "teams", language: "de" } });
  await breakVerification("corner-cafe");
  await fixture.run();
  const [mail] = fixture.mailbox.received;
  expect([mail?.to, mail && headerOf(mail, "bcc")]).toEqual([["admin@desk.example"], undefined]);
  const bodies = fixture.receiver.received.map(({ body }) => body.toString());
  const slack = JSON.parse(bodies.find((text) => text.includes("blocks")) ?? "");
  expect(slack.text).not.toMatch(/[<>\n]/);
  expect(slack.blocks[0].text.text).toContain("&lt;!channel&gt;");
  expect(slack.blocks[0].text.text).not.toContain("<!channel>");
  const teams = JSON.parse(bodies.find((text) => text.includes("AdaptiveCard")) ?? "");
  const [heading] = teams.attachments[0].content.body;
  expect(heading.inlines[0].text).toMatch(/^Kritisch: /);
});

test("what was open before a channel was turned on is not told, unless it becomes worse", async () => {
  await db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    values (${environment}, 'spool_in_use', 'host', 'warning', now(), now(), 1)`);
  await fixture.save(email);
  await fixture.run();
  expect(fixture.mailbox.received).toEqual([]);
  await db().execute(sql`update alert set severity = 'critical'`);
  await fixture.run();
  expect(fixture.mailbox.received.map((mail) => headerOf(mail, "subject"))).toEqual([
    "[Counterfoil Sandbox] Critical: Notifications waiting on disk",
  ]);
});
