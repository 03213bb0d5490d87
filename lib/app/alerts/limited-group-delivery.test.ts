import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

const minute = 60_000;
const slugs = Array.from({ length: 14 }, (_, index) => `shop-${String(index + 1).padStart(2, "0")}`);
const [first = "", second = "", ...others] = slugs;
const email = {
  ...{ isOn: true, severities: ["warning", "critical"], sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" },
};
const opened = "[Counterfoil Sandbox] Critical: Sync is late";
const resolved = "[Counterfoil Sandbox] Resolved: Sync is late";
let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(slugs);
});
beforeEach(async () => {
  await fixture.reset();
  await fixture.setRead(slugs, new Date());
});
afterAll(() => fixture.drop());

const longAgo = new Date(Date.now() - 3 * 60 * minute);

async function limit(some: readonly string[]): Promise<string[]> {
  const merchants = some.map((slug) => `sandbox/${slug}`);
  await fixture.store.db.update(staff).set({ merchants });
  return merchants;
}

async function openMail(some: readonly string[]): Promise<void> {
  await fixture.save({ email }, { merchants: await limit(some) });
}

/** The mails that come a minute later, when exactly these ledgers are late. */
async function tell(late: readonly string[]) {
  fixture.clock.advance(minute);
  await fixture.setRead(slugs, new Date(fixture.clock.now()));
  await fixture.setRead(late, longAgo);
  await fixture.run();
  return fixture.mailbox.received.splice(0);
}

const subjectsOf = async (late: readonly string[]) => (await tell(late)).map((mail) => headerOf(mail, "subject"));

test("staff of some merchants are told of an alert of many with theirs counted, and when it ends for them", async () => {
  await openMail([first, second]);
  const [mail, ...more] = await tell(slugs);
  expect(more).toEqual([]);
  expect(headerOf(mail ?? { from: "", to: [], raw: "" }, "subject")).toBe(opened);
  expect(mail?.raw).toContain("Merchants: 2");
  expect(mail?.raw).not.toMatch(/Merchants: 1|shop-/);
  expect(await subjectsOf(slugs)).toEqual([]);
  expect(await subjectsOf([first, ...others])).toEqual([]);
  expect(await subjectsOf(others)).toEqual([resolved]);
  expect(await subjectsOf(others)).toEqual([]);
  expect(await subjectsOf([second, ...others])).toEqual([opened]);
  expect(await subjectsOf([])).toEqual([resolved]);
});

test("staff without any of its merchants hear nothing of it", async () => {
  await openMail([first]);
  expect(await subjectsOf([second, ...others])).toEqual([]);
  expect(await subjectsOf([])).toEqual([]);
});

test("an alert of one merchant that became part of many is over when it leaves, not when the others do", async () => {
  await openMail([first]);
  expect(await subjectsOf([first])).toEqual([`[Counterfoil Sandbox] Warning: Sync is late (${first})`]);
  expect(await subjectsOf(slugs)).toEqual([opened]);
  expect(await subjectsOf(slugs.slice(1))).toEqual(["[Counterfoil Sandbox] 2 alerts"]);
  expect(await subjectsOf([])).toEqual([]);
});

test("rights are read again before a message is sent", async () => {
  await openMail([first, second]);
  fixture.mailbox.refuse = 451;
  expect(await subjectsOf(slugs)).toEqual([]);
  await limit([]);
  fixture.mailbox.refuse = null;
  fixture.clock.advance(60 * minute);
  expect(await subjectsOf(slugs)).toEqual([]);
});

test("a channel filters and tells an alert of many by what its reader's merchants have", async () => {
  const ending = (days: number, some: readonly string[]) => {
    const endpoints = some.map((slug) => fixture.endpointId(slug));
    const endsAt = new Date(fixture.clock.now() + days * 1_440 * minute);
    return fixture.store.db.update(notifyCertificate).set({ endsAt }).where(inArray(notifyCertificate.endpointId, endpoints));
  };
  const tellEnding = async () =>
    (await tell([])).map((mail) => [headerOf(mail, "subject"), /Merchants: \d+/.exec(mail.raw)?.[0]]);
  await ending(20, slugs);
  await ending(0.5, [slugs.at(-1) ?? ""]);
  await openMail([first, second]);
  expect(await tellEnding()).toEqual([]);
  await ending(6, [second]);
  expect(await tellEnding()).toEqual([["[Counterfoil Sandbox] Warning: A certificate expires soon", "Merchants: 2"]]);
  await ending(0.25, [slugs.at(-2) ?? ""]);
  expect(await tellEnding()).toEqual([]);
  await ending(0.75, [second]);
  const [mail] = await tell([]);
  expect(mail && headerOf(mail, "subject")).toContain("Critical");
  await ending(90, slugs);
});

test("what a message says of an alert of many is narrowed again when the reader lost the merchant before it is sent", async () => {
  const ends = (days: number) => new Date(fixture.clock.now() + days * 1_440 * minute);
  const setEnds = (endsAt: Date, some: readonly string[]) =>
    fixture.store.db
      .update(notifyCertificate)
      .set({ endsAt })
      .where(
        inArray(
          notifyCertificate.endpointId,
          some.map((slug) => fixture.endpointId(slug)),
        ),
      );
  const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const [soon, late] = [ends(3), ends(5)];
  await setEnds(late, slugs);
  await setEnds(soon, [second]);
  await openMail([first, second]);
  fixture.mailbox.refuse = 451;
  expect(await subjectsOf([])).toEqual([]);
  await limit([first]);
  fixture.mailbox.refuse = null;
  fixture.clock.advance(60 * minute);
  const [mail] = await tell([]);
  const text = mail?.raw.replaceAll("=\r\n", "");
  expect(text).toContain(`End of the certificate: ${format.format(late)}`);
  expect(text).not.toContain(format.format(soon));
  await setEnds(ends(90), slugs);
});
