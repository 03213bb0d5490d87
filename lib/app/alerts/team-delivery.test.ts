import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { resetAlertRule } from "#lib/services/alerts/rules/reset-rule.ts";
import { saveAlertRule } from "#lib/services/alerts/rules/save-rule.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";

const minute = 60_000;
const slugs = Array.from({ length: 30 }, (_, index) => `shop-${index + 1}`);
let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(slugs);
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.drop());

const team = () => ({
  ...{ kind: "slack", name: "On-call", isOn: true, language: "en", url: fixture.receiver.url },
  ...{ severities: ["info", "warning", "critical"], zone: "UTC" },
});

async function insertUnknown(some: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 12 * minute);
  const of = { environment, status: "unknown", amountMinor: 100, currency: "EUR", createdAt: at, updatedAt: at } as const;
  const ids = await Promise.all(some.map(async (slug) => (await fixture.merchant(slug)).id));
  await fixture.store.db
    .insert(payment)
    .values(ids.map((merchantId) => ({ ...of, merchantId, terminalId: merchantId, referenceNumber: merchantId })));
}

async function take(waitMs = minute): Promise<string[]> {
  fixture.clock.advance(waitMs);
  await fixture.run();
  return fixture.receiver.received.splice(0).map(({ body }) => body.toString());
}

test("a channel of the team gets what changed in one message an hour", async () => {
  await fixture.save({ team: { ...team(), sends: "hourly" } });
  // To the first minute of an hour, whose digest tells nothing.
  await take(61 * minute - (fixture.clock.now() % (60 * minute)));
  await insertUnknown(["shop-1"]);
  expect(await take()).toEqual([]);
  await insertUnknown(["shop-2"]);
  const sent = await take(60 * minute);
  expect(sent).toHaveLength(1);
  expect(["shop-1", "shop-2"].map((slug) => sent[0]?.includes(slug))).toEqual([true, true]);
});

test("a channel of the team hears nothing in its quiet hours, and then what is still true", async () => {
  const around = (hours: number) => new Date(fixture.clock.now() + hours * 60 * minute).toISOString().slice(11, 16);
  await fixture.save({ team: { ...team(), quiet: { from: around(-1), until: around(1) } } });
  await insertUnknown(["shop-1"]);
  expect(await take()).toEqual([]);
  expect(await take(61 * minute)).toHaveLength(1);
});

test("a daily digest whose time lies in quiet hours over midnight comes once, when they end", async () => {
  await fixture.save({ team: { ...team(), sends: "daily", digestAt: "23:00", quiet: { from: "22:00", until: "07:00" } } });
  const untilTime = (hour: number) => (((hour * 60 * minute - fixture.clock.now()) % dayMs) + dayMs) % dayMs;
  await take(untilTime(12));
  await insertUnknown(["shop-1"]);
  const told: number[] = [];
  for (const hour of [21.5, 23, 0.5, 6.9, 7, 7.1, 21.5, 23, 7]) told.push((await take(untilTime(hour))).length);
  expect(told).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0]);
});

test("a channel is told of the chosen rules only", async () => {
  await fixture.save({ team: { ...team(), rules: ["silence"] } });
  await insertUnknown(["shop-1"]);
  expect(await take()).toEqual([]);
});

// A gateway that is away is one message, not one for each merchant.
test("the same trouble of 30 merchants is one message about them all", async () => {
  await fixture.save({ team: team() });
  await insertUnknown(slugs);
  const sent = await take();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Merchants: 30");
});

test("an alert that was turned off is told as that, not as over, and is told again when it is turned on", async () => {
  await fixture.save({ team: team() });
  await insertUnknown(["shop-1"]);
  expect(await take()).toHaveLength(1);
  const rule = { environment, rule: "payment_unknown" } as const;
  await saveAlertRule(fixture.ctx(), { ...rule, input: { isOn: false } });
  const [off = ""] = await take();
  expect(off).toContain("turned off in the alert rules");
  await resetAlertRule(fixture.ctx(), rule);
  expect(await take()).toHaveLength(1);
});
