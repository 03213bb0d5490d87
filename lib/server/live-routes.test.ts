import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { staffSession } from "#lib/db/schema/staff.ts";
import { revokeStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let cafe: string;
let bakery: string;

beforeAll(async () => {
  app = await openTestApp();
  cafe = await app.addMerchant("corner-cafe");
  bakery = await app.addMerchant("bakery");
  await app.runtime.live.start();
});
afterAll(() => app.close());

type Reading = { text: string; ended: boolean; stop: () => void; response: Response };

async function follow(cookie: string, headers: Record<string, string> = {}, path = "/api/sandbox/live"): Promise<Reading> {
  const stop = new AbortController();
  const response = await app.call({ path, cookie, headers, signal: stop.signal });
  const reading: Reading = { text: "", ended: false, stop: () => stop.abort(), response };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) reading.text += decoder.decode(chunk, { stream: true });
    reading.ended = true;
  })();
  await eventually(() => expect(reading.text).toContain("event: ready"));
  return reading;
}

const publish = (merchantId: string, id: string) =>
  app.store.db.transaction((tx) =>
    publishLive(tx, { environment: "sandbox", merchantId, type: "notification", data: { id, merchant: "never sent" } }),
  );

const idsOf = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map((match) => match[1] ?? "");

test("neither an open page nor its event stream keep a session that nobody uses", async () => {
  const { cookie, sessionIdHash } = await app.addPerson();
  const idle = (hours: number) => {
    const lastSeenAt = sql`now() - ${hours} * interval '1 hour'`;
    return app.store.db.update(staffSession).set({ lastSeenAt }).where(eq(staffSession.idHash, sessionIdHash));
  };
  const lastSeenMs = async () => {
    const [row] = await app.store.db.select().from(staffSession).where(eq(staffSession.idHash, sessionIdHash));
    return row?.lastSeenAt.getTime();
  };
  await idle(7);
  const before = await lastSeenMs();
  const reading = await follow(cookie);
  await app.call({ path: "/api/sandbox/alerts", cookie, headers: { "x-background": "1" } });
  expect(await lastSeenMs()).toBe(before);
  await idle(9);
  await eventually(() => expect(reading.ended).toBe(true));
  expect((await app.call({ path: "/api/sandbox/alerts", cookie })).status).toBe(401);
});

test("a change is sent as an event with a cursor, its merchant's slug and ids only", async () => {
  const { cookie } = await app.addPerson();
  const reading = await follow(cookie);
  expect(reading.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(reading.response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(reading.response.headers.get("x-accel-buffering")).toBe("no");
  await publish(cafe, "n-1");
  await eventually(() =>
    expect(reading.text).toMatch(/\nid: [\da-f]{12}~\d+\.\d+\nevent: notification\ndata: \{.*"id":"n-1".*\}\n\n/),
  );
  expect(reading.text).toContain('"merchant":"corner-cafe"');
  reading.stop();
});

test("a page receives events between its rendering and its subscription", async () => {
  const { cookie } = await app.addPerson();
  const after = app.runtime.live.cursor();
  await publish(cafe, "meanwhile");
  const reading = await follow(cookie, {}, `/api/sandbox/live?after=${encodeURIComponent(after)}`);
  await eventually(() => expect(reading.text).toContain('"id":"meanwhile"'));
  reading.stop();
});

// Attack: learning when another merchant is paid.
test("a staff member receives events of allowed merchants only", async () => {
  const { cookie } = await app.addPerson({ role: "admin", merchants: ["sandbox/bakery"] });
  const reading = await follow(cookie);
  await publish(cafe, "not-mine");
  await publish(bakery, "mine");
  await eventually(() => expect(reading.text).toContain('"id":"mine"'));
  expect(reading.text).not.toContain("not-mine");
  reading.stop();
});

test("a stream resumes after Last-Event-ID, also when only ready was received", async () => {
  const { cookie } = await app.addPerson();
  const first = await follow(cookie);
  first.stop();
  const [ready = ""] = idsOf(first.text);
  await publish(cafe, "missed");
  const again = await follow(cookie, { "last-event-id": ready });
  await eventually(() => expect(again.text).toContain('"id":"missed"'));
  expect(idsOf(again.text)[0]).toBe(ready);
  again.stop();
});

test("a stream that is too far behind gets a reload, with an id to resume after", async () => {
  const { cookie } = await app.addPerson();
  await app.store.db.execute(sql`
    insert into live_event (environment, merchant_id, type, data)
    select 'sandbox', ${cafe}, 'payment', '{"id":"old"}' from generate_series(1, 2001)`);
  const [timeline = ""] = app.runtime.live.cursor().split("~");
  const reading = await follow(cookie, { "last-event-id": `${timeline}~0.0` });
  await eventually(() => expect(reading.text).toMatch(/\nid: [\da-f]{12}~\d+:\d+:\S*\nevent: reload\ndata: \{\}\n\n/));
  await publish(cafe, "new");
  await eventually(() => expect(reading.text).toContain('"id":"new"'));
  expect(reading.text).not.toContain('"id":"old"');
  reading.stop();
});

test.each([
  "x",
  "1",
  "1.2.3",
  "-1.0",
  "9:8:",
  "0:9:",
  "1:9:3,2",
  "1:9:10",
  "1:9:,",
  "1.0'; drop table staff",
  "9".repeat(40),
  "0000~1.0",
])("with Last-Event-ID %j a page reads its data again, and is not sent it back", async (cursor) => {
  const { cookie } = await app.addPerson();
  const reading = await follow(cookie, { "last-event-id": cursor });
  await eventually(() => expect(reading.text).toContain("event: reload"));
  expect(idsOf(reading.text)).not.toContain(cursor);
  await publish(cafe, "new");
  await eventually(() => expect(reading.text).toContain('"id":"new"'));
  reading.stop();
});

test("the stream ends when its session is revoked", async () => {
  const person = await app.addPerson();
  const reading = await follow(person.cookie);
  await revokeStaffSession(app.store.db, person.sessionIdHash);
  await eventually(() => expect(reading.ended).toBe(true));
});

test("a client that does not read is disconnected instead of filling the memory", async () => {
  const { cookie } = await app.addPerson();
  const response = await app.call({ path: "/api/sandbox/live", cookie });
  const reader = response.body?.getReader();
  await reader?.read();
  const big = "x".repeat(300_000);
  for (let round = 0; round < 6; round++) await publish(cafe, big);
  await publish(cafe, "after-all");
  let received = 0;
  let text = "";
  // For another merchant: while an older transaction runs, a new stream gets the events above too, and ends because of their size.
  const other = await follow((await app.addPerson({ merchants: ["sandbox/bakery"] })).cookie);
  await publish(bakery, "marker");
  await eventually(() => expect(other.text).toContain("marker"));
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    received += part.value.length;
    text += new TextDecoder().decode(part.value);
  }
  expect(received).toBeLessThan(1_500_000);
  expect(text).not.toContain("after-all");
  other.stop();
});
