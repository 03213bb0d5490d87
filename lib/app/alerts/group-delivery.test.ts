import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { alert } from "#lib/db/schema/alert.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { resolveAlert } from "#lib/services/alerts/change-alert.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

const minute = 60_000;
const slugs = Array.from({ length: 11 }, (_, index) => `shop-${String(index + 1).padStart(2, "0")}`);
const [first = "", ...others] = slugs;
const ten = slugs.slice(0, 10);
/** In no group before. */
const newcomer = "shop-12";
const everyone = [...slugs, newcomer];
const group = "all";
const email = { isOn: true, sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" };
const webhook = { kind: "webhook", name: "On-call", isOn: true, language: "en" };
const all = ["info", "warning", "critical"];
let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(everyone);
});
beforeEach(async () => {
  await fixture.reset();
  await fixture.setRead(everyone, new Date());
});
afterAll(() => fixture.drop());

const longAgo = new Date(Date.now() - 3 * 60 * minute);

/** What webhooks and mails tell a minute later, when exactly these ledgers are late. */
async function tell(late: readonly string[], waitMs = minute) {
  fixture.clock.advance(waitMs);
  await fixture.setRead(everyone, new Date(fixture.clock.now()));
  await fixture.setRead(late, longAgo);
  await fixture.run();
  const sent = fixture.receiver.received.splice(0).map(({ body }) => JSON.parse(body.toString()));
  const told = (type: string) =>
    sent
      .filter((message) => message.type === type)
      .map(({ data }) => data.merchant ?? group)
      .toSorted();
  const ends = sent.flatMap(({ data }) => data.resolvedAt ?? []);
  const subjects = fixture.mailbox.received.splice(0).map((mail) => headerOf(mail, "subject"));
  return { opened: told("alert.opened"), resolved: told("alert.resolved"), ends, subjects };
}

const second = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const quiet = { opened: [], resolved: [], ends: [], subjects: [] };

async function openChannels(severities: readonly string[] = all): Promise<void> {
  await fixture.save({ email: { ...email, severities } });
  await fixture.save({ team: { ...webhook, severities, url: fixture.receiver.url } });
}

test("of alerts that became the alert of a group none is told as resolved, until its own trouble is over", async () => {
  await openChannels();
  expect(await tell(ten)).toMatchObject({ opened: ten, resolved: [] });
  expect(await tell(slugs)).toEqual({
    ...quiet,
    opened: [group],
    subjects: ["[Counterfoil Sandbox] Critical: Sync is late"],
  });
  expect(await tell(slugs)).toEqual(quiet);
  expect(await tell(others)).toMatchObject({ opened: others, resolved: [first], ends: [second(fixture.clock.now())] });
  expect(await tell(others)).toEqual(quiet);
  const lasting = others.slice(1);
  expect(await tell(lasting)).toMatchObject({ opened: [], resolved: [others[0]] });
  const last = await tell([]);
  expect(last).toMatchObject({ opened: [], resolved: [group, ...lasting] });
  expect(new Set(last.ends)).toEqual(new Set([second(fixture.clock.now())]));
  expect(await tell([])).toEqual(quiet);
});

test("when a group's trouble ends at once, however late, each alert that was told is told as resolved", async () => {
  await openChannels();
  await tell(ten);
  await tell(slugs);
  expect(await tell(slugs, 3 * dayMs)).toEqual(quiet);
  const { resolved, ends } = await tell([]);
  expect(resolved).toEqual([group, ...ten]);
  expect(new Set(ends)).toEqual(new Set([second(fixture.clock.now())]));
});

test("a digest tells the ends that a group held back for days", async () => {
  await fixture.save({ email: { ...email, severities: all, sends: "hourly" } });
  // To the first minute of an hour: in its last one, the next minute sends a digest.
  await tell([], 61 * minute - (fixture.clock.now() % (60 * minute)));
  await tell(ten, 60 * minute);
  await tell(slugs, 60 * minute);
  await tell(slugs, 3 * dayMs);
  expect(await tell([])).toEqual(quiet);
  expect((await tell([], 60 * minute)).subjects).toEqual(["[Counterfoil Sandbox] 11 alerts"]);
});

test("other merchants' later trouble does not hold back the end of a group", async () => {
  await openChannels();
  await tell(slugs);
  await tell(ten);
  expect((await tell([first])).resolved).toEqual(ten.slice(1));
  expect(await tell(["shop-11"])).toMatchObject({ opened: ["shop-11"], resolved: [group, first] });
});

test("a channel that hears nothing of groups is told of each end when it is one", async () => {
  await openChannels(["warning"]);
  expect((await tell(ten)).opened).toEqual(ten);
  expect(await tell(slugs)).toEqual(quiet);
  expect((await tell([])).resolved).toEqual(ten);
});

const groups = async () =>
  (await fixture.store.db.select().from(alert)).filter(({ rule, merchantId }) => rule === "ledger_late" && merchantId === null);

async function resolveGroup(): Promise<void> {
  const [found] = await groups();
  await resolveAlert(fixture.ctx(), { environment, id: found?.id ?? "" });
}

test("what a person resolved as that of a group stays resolved when ten are left, and opens for whom it begins anew", async () => {
  await openChannels();
  await tell(slugs);
  await resolveGroup();
  expect(await tell(slugs)).toMatchObject({ opened: [], resolved: [group] });
  expect(await tell(ten)).toEqual(quiet);
  expect(await tell(slugs)).toEqual(quiet);
  expect(await tell(ten.slice(1))).toEqual(quiet);
  // Read once more since then, and late again.
  await fixture.setRead([first], new Date(fixture.clock.now()));
  fixture.clock.advance(3 * 60 * minute);
  await fixture.setRead(["shop-11", newcomer], new Date(fixture.clock.now()));
  await fixture.store.db.update(ledgerSync).set({ dueAt: longAgo });
  await fixture.run();
  const sent = fixture.receiver.received.splice(0).map(({ body }) => JSON.parse(body.toString()));
  expect(sent.map(({ type, data }) => [type, data.merchant])).toEqual([["alert.opened", first]]);
});

test("a group that a person resolved is open again when it takes in open alerts", async () => {
  await openChannels();
  await tell(slugs);
  await resolveGroup();
  expect(await tell(slugs)).toMatchObject({ opened: [], resolved: [group] });
  expect(await tell([...ten.slice(1), newcomer])).toMatchObject({ opened: [newcomer], resolved: [] });
  expect(await tell([...ten, newcomer])).toMatchObject({ opened: [group], resolved: [] });
  await tell(everyone);
  expect((await groups()).find(({ status }) => status === "open")?.count).toBe(12);
});
