import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith } from "#lib/notifications/forwarding/testing/shop.ts";
import { testAlertChannel } from "#lib/services/alerts/channels/test-channel.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(["corner-cafe"]);
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.drop());

const minute = 60_000;
const severities = ["info", "warning", "critical"];
const own = { isOn: true, severities, sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" };
const webhook = () => ({ kind: "webhook", name: "On-call", isOn: true, severities, language: "en", url: fixture.receiver.url });
const db = () => fixture.store.db;
const now = () => sql`${new Date(fixture.clock.now()).toISOString()}::timestamptz`;

/** Of a rule that only this machine raises, so that the jobs leave them as they are. */
const open = (subject: string, severity = "critical") =>
  db().execute(sql`insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    values (${environment}, 'spool_in_use', ${subject}, ${severity}, ${now()}, ${now()}, 1)`);
const resolve = () => db().execute(sql`update alert set status = 'resolved', changed_at = ${now()}`);

/** What the jobs do in so many rounds, of so many minutes each. */
async function run(rounds = 1, minutes = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    fixture.clock.advance(minutes * minute);
    await fixture.run();
  }
}

const subjects = () => fixture.mailbox.received.splice(0).map((mail) => headerOf(mail, "subject"));
const critical = "[Counterfoil Sandbox] Critical: Notifications waiting on disk";
const resolved = "[Counterfoil Sandbox] Resolved: Notifications waiting on disk";
const events = () =>
  fixture.receiver.received.splice(0).map(({ body }) => {
    const { type, timestamp, data } = JSON.parse(body.toString());
    return { type, timestamp, status: data.status };
  });

/** Neither the mail server nor the receiver takes anything. */
function goAway(isAway: boolean): void {
  fixture.mailbox.refuse = isAway ? 450 : null;
  fixture.receiver.answer = answerWith(isAway ? 503 : 200);
  fixture.receiver.received.length = 0;
}

test("an opening that could not be sent before its end is not told to people, nor is its end; programs get both in their order", async () => {
  await fixture.save({ email: own });
  await fixture.save({ team: webhook() });
  goAway(true);
  await open("host");
  const openedMs = fixture.clock.now() + minute;
  await run(8);
  goAway(false);
  await resolve();
  await run(6);
  expect(subjects()).toEqual([]);
  const told = events();
  expect(told).toMatchObject([
    { type: "alert.opened", status: "open", timestamp: new Date(openedMs).toISOString() },
    { type: "alert.resolved", status: "resolved" },
  ]);
  expect(told.map(({ timestamp }) => timestamp)).toEqual(told.map(({ timestamp }) => timestamp).toSorted());
});

test("an end that could not be sent is told once the mail server is back, also after days", async () => {
  await fixture.save({ email: own });
  await open("host");
  await run();
  expect(subjects()).toEqual([critical]);
  goAway(true);
  await resolve();
  await run(10, 360);
  goAway(false);
  await run(2, 360);
  expect(subjects()).toEqual([resolved]);
});

test("what got worse and better again while a message waited is not told as worse", async () => {
  await fixture.save({ email: own });
  await open("host", "warning");
  await run();
  subjects();
  goAway(true);
  await db().execute(sql`update alert set severity = 'critical'`);
  await run(3);
  await db().execute(sql`update alert set severity = 'warning'`);
  goAway(false);
  await run(6);
  expect(subjects()).toEqual([]);
  await resolve();
  await run();
  expect(subjects()).toEqual([resolved]);
});

test("after an outage of the mail server one message tells all that waits, soon after what opened last", {
  meta: { slow: "runs the jobs of two hours" },
}, async () => {
  await fixture.save({ email: own });
  goAway(true);
  for (let round = 0; round < 12; round++) {
    await open(`host-${round}`, "warning");
    await run(1, 12);
  }
  goAway(false);
  await run(3);
  expect(subjects()).toEqual(["[Counterfoil Sandbox] 12 alerts"]);
});

test("what opens and ends within quiet hours is not told, although it was tried before them", async () => {
  const around = (hours: number) => new Date(fixture.clock.now() + hours * 60 * minute).toISOString().slice(11, 16);
  await fixture.save({ email: { ...own, quiet: { from: around(1), until: around(3) } } });
  goAway(true);
  fixture.clock.advance(58 * minute);
  await open("host");
  await run();
  goAway(false);
  await run(1, 30);
  await resolve();
  await run(1, 120);
  expect(subjects()).toEqual([]);
});

test("what is still open when a channel was down for more than a day is told", {
  meta: { slow: "runs the jobs of two days" },
}, async () => {
  await fixture.save({ email: own });
  await fixture.save({ team: webhook() });
  goAway(true);
  await open("host");
  await run(6, 300);
  goAway(false);
  await run(3, 300);
  expect(subjects()).toEqual([critical]);
  expect(events()).toMatchObject([{ type: "alert.opened" }]);
  await resolve();
  await run();
  expect(subjects()).toEqual([resolved]);
  expect(events()).toMatchObject([{ type: "alert.resolved" }]);
});

test("what a mail server refused for good is told again with the next message, or after a test that arrived, and not before", async () => {
  await fixture.save({ email: own });
  fixture.mailbox.refuse = 550;
  await open("host-1");
  await run();
  fixture.mailbox.refuse = null;
  await run(3);
  expect(subjects()).toEqual([]);
  await open("host-2");
  await run(2);
  expect(subjects()).toEqual([critical, critical]);

  fixture.mailbox.refuse = 550;
  await open("host-3");
  await run();
  fixture.mailbox.refuse = null;
  await testAlertChannel(fixture.ctx(), { environment, senders: fixture.senders, input: { channel: "email" } });
  subjects();
  await run();
  expect(subjects()).toEqual([critical]);
});

test("what a receiver that is gone did not take is told at its new address", async () => {
  const saved = await fixture.save({ team: webhook() });
  fixture.receiver.answer = answerWith(410);
  await open("host");
  await run(3);
  expect(events()).toHaveLength(1);
  fixture.receiver.answer = answerWith(200);
  await run(2);
  expect(events()).toEqual([]);
  await fixture.save({ team: { ...webhook(), id: saved.channels.team?.[0]?.id } });
  await run();
  expect(events()).toMatchObject([{ type: "alert.opened" }]);
});

test("a daily digest tells an end also over the night in which the clocks go back", async () => {
  fixture.clock.advance(Date.parse("2026-10-24T04:30:00Z") - fixture.clock.now());
  await fixture.save({ email: { ...own, sends: "daily", zone: "Europe/Sofia" } });
  await open("host");
  await run(1, 31);
  expect(subjects()).toEqual([critical]);
  fixture.clock.advance(10 * minute);
  await resolve();
  // An end that was told is forgotten by now.
  await run(1, 24.5 * 60);
  await run(1, 30);
  expect(subjects()).toEqual([resolved]);
});
