import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertRules } from "#lib/contract/alert-marks.ts";
import { languageCodes } from "#lib/core/languages.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { teamsAlertsMax, toTeams } from "#lib/services/alerts/delivery/chat-payloads.ts";
import { readMessageTexts } from "#lib/services/alerts/delivery/message-texts.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { headerOf } from "./testing/mailbox.ts";

const minute = 60_000;
let fixture: ChannelFixture;
beforeAll(async () => {
  fixture = await openChannelFixture(["corner-cafe"]);
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.drop());

const timing = { isOn: true, severities: ["info", "warning", "critical"], digestAt: "08:00", quiet: null, zone: "UTC" };
const team = (kind: string) => ({ ...timing, kind, name: kind, language: "en", url: fixture.receiver.url });

/** Of a rule that only this machine raises, so that the jobs leave them as they are. */
async function open(count: number, severity: string, openedAt = new Date(fixture.clock.now())): Promise<void> {
  await fixture.store.db.execute(sql`
    insert into alert (environment, rule, subject, severity, opened_at, last_seen_at, count)
    select ${environment}, 'spool_in_use', gen_random_uuid()::text, ${severity}, ${openedAt.toISOString()}::timestamptz, now(), 1
    from generate_series(1, ${count})`);
}

async function run(waitMs = minute) {
  fixture.clock.advance(waitMs);
  await fixture.run();
  const bodies = fixture.receiver.received.splice(0).map(({ body }) => JSON.parse(body.toString()));
  const mails = fixture.mailbox.received.splice(0).map((mail) => headerOf(mail, "subject"));
  const chats: number[] = bodies.flatMap(({ blocks, attachments: [card] = [] }) =>
    blocks
      ? [blocks.length]
      : card
        ? [card.content.body.filter(({ type }: { type: string }) => type === "ActionSet").length]
        : [],
  );
  return { mails, chats, webhooks: bodies.filter(({ type }) => type !== undefined && type !== "message").length, bodies };
}

const one = "[Counterfoil Sandbox] Warning: Notifications waiting on disk";

test("however many alerts open, a mail or chat comes at most 5 times an hour; a critical one goes at once, with what waits", {
  meta: { slow: "runs the jobs of seven minutes and three hours" },
}, async () => {
  await fixture.save({ email: { ...timing, sends: "immediately" } });
  for (const kind of ["slack", "webhook"]) await fixture.save({ team: team(kind) });
  for (let round = 0; round < 5; round++) {
    await open(1, "warning");
    expect(await run()).toMatchObject({ mails: [one], chats: [1], webhooks: 1 });
  }
  await open(2, "warning");
  expect(await run()).toMatchObject({ mails: [], chats: [], webhooks: 2 });
  await open(1, "critical");
  const { mails, chats, bodies } = await run();
  expect([mails, chats]).toEqual([["[Counterfoil Sandbox] 3 alerts"], [3]]);
  expect(JSON.stringify(bodies.find(({ blocks }) => blocks)?.blocks[0])).toContain("Critical");
  await open(1, "warning");
  expect(await run()).toMatchObject({ mails: [], chats: [] });
  expect(await run(60 * minute)).toMatchObject({ mails: [one], chats: [1] });
});

test("critical alerts, too, make at most 20 mails or chats an hour, and then the next one tells all that waits", {
  meta: { slow: "runs the jobs of 24 minutes" },
}, async () => {
  await fixture.save({ email: { ...timing, sends: "immediately" } });
  for (const kind of ["slack", "webhook"]) await fixture.save({ team: team(kind) });
  for (let round = 0; round < 20; round++) {
    await open(1, "critical");
    expect(await run()).toMatchObject({ mails: [expect.stringContaining("Critical")], chats: [1], webhooks: 1 });
  }
  for (let round = 0; round < 3; round++) {
    await open(1, "critical");
    expect(await run()).toMatchObject({ mails: [], chats: [], webhooks: 1 });
  }
  // An hour after the first ones.
  expect(await run(40 * minute)).toMatchObject({ mails: ["[Counterfoil Sandbox] 3 alerts"], chats: [3] });
});

test.for([
  ["slack", 50],
  ["teams", teamsAlertsMax],
] as const)("%s is told of every alert, %i in a message", async ([kind, most]) => {
  await fixture.save({ team: team(kind) });
  await open(2 * most + 3, "warning");
  // Two processes may make one message after the other in the same minute.
  const told = [await run(), await run(), await run()].flatMap(({ chats }) => chats);
  expect(told).toEqual([most, most, 3]);
});

test("what one message of a digest does not hold follows within minutes", async () => {
  await fixture.save({ team: { ...team("slack"), sends: "hourly" } });
  await run(61 * minute - (fixture.clock.now() % (60 * minute)));
  await open(53, "warning");
  expect([await run(60 * minute), await run()].flatMap(({ chats }) => chats)).toEqual([50, 3]);
  await open(1, "warning");
  expect((await run()).chats).toEqual([]);
});

test("a critical alert is in the next message, however many opened before it", async () => {
  await fixture.save({ team: team("slack") });
  await open(60, "warning", new Date(fixture.clock.now() - minute));
  await open(1, "critical");
  expect(JSON.stringify((await run()).bodies[0]?.blocks[0])).toContain("Critical");
});

// Teams refuses messages of more than 28 KB.
test("the longest message to Teams is not too long in any language", async () => {
  const name = "Я".repeat(120);
  const times = { openedAt: "2026-11-25T10:12:00Z", resolvedAt: null };
  const url = `https://${"desk.".repeat(12)}example/production/${"m".repeat(60)}/notifications?verdict=not_checkable&from=2026-11-25`;
  const told = { ...times, id: crypto.randomUUID(), change: "worse", severity: "critical", count: 1_000_000, url } as const;
  for (const language of languageCodes) {
    const texts = await readMessageTexts(language);
    for (const rule of alertRules) {
      const alerts = Array.from({ length: teamsAlertsMax }, () => ({ ...told, rule, merchant: { slug: "m".repeat(60), name } }));
      const frame = { environment: "production", zone: "Europe/Sofia", settingsUrl: url };
      expect(Buffer.byteLength(JSON.stringify(toTeams(alerts, texts, frame)))).toBeLessThan(28_000);
    }
  }
});
