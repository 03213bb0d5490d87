import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { writeCursor } from "#lib/db/events/event-cursor.ts";
import { currentLiveCursor, type LiveEvent, publishLive, readTimeline } from "#lib/db/events/events.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { createStaffSession, revokeStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { Log } from "#lib/services/log.ts";
import { createLiveHub, type LiveHub, type LiveHubOptions } from "./event-stream.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
let store: TestStore;
let hub: LiveHub;
let cafe: string;
let bakery: string;

beforeAll(async () => {
  store = await createTestStore();
});
// Each test has its own merchants: while an older transaction runs, a resumed stream gets events of the previous test.
beforeEach(async ({ task }) => {
  cafe = await addMerchant(`cafe-${task.id}`);
  bakery = await addMerchant(`bakery-${task.id}`);
});
afterAll(() => store.drop());
afterEach(() => hub.close());

async function addMerchant(slug: string): Promise<string> {
  const sealed = Buffer.from("x");
  const [row] = await store.db
    .insert(merchant)
    .values({
      environment: "sandbox",
      slug,
      name: slug,
      clientId: sealed,
      clientSecret: sealed,
      credentialFingerprint: "f",
      updatedBy: "test",
    })
    .returning({ id: merchant.id });
  if (!row) throw new Error("no merchant");
  return row.id;
}

function publish(merchantId: string, n: number): Promise<void> {
  return store.db.transaction((tx) => publishLive(tx, { environment: "sandbox", merchantId, type: "payment", data: { n } }));
}

/** Longer than a test may take, so that events can only come from NOTIFY, not from polling. */
const neverMs = 3_600_000;

async function startHub(options: Partial<LiveHubOptions> = {}): Promise<void> {
  hub = createLiveHub({ store, log: silent, pollMs: 100, ...options });
  await hub.start();
}

type Stream = { events: LiveEvent[]; reloads: number; ended: number; stop: () => void };

function listen(options: { merchantIds?: ReadonlySet<string> | null; after?: string; sessionIdHash?: string } = {}): Stream {
  const stream: Stream = { events: [], reloads: 0, ended: 0, stop: () => {} };
  stream.stop = hub.subscribe({
    environment: "sandbox",
    merchantIds: new Set([cafe, bakery]),
    ...options,
    onEvent: (event) => stream.events.push(event),
    onReload: () => {
      stream.reloads += 1;
    },
    onEnd: () => {
      stream.ended += 1;
    },
  });
  return stream;
}

const stamp = async (position: string) => writeCursor({ timeline: await readTimeline(store.db), position });
const currentCursor = async () => stamp(await currentLiveCursor(store.db));

/** A stream resumes exactly only after an event without older open transactions, including those of other tests on this server. */
function waitForOlderTransactions(): Promise<void> {
  return eventually(async () => {
    const late = sql`select from live_event where xid >= pg_snapshot_xmin(pg_current_snapshot())`;
    expect((await store.db.execute(late)).rowCount).toBe(0);
  });
}

const numbers = (stream: Stream) => stream.events.map((event) => event.data.n);

test("a committed change reaches open streams at once, with its merchant's slug, only where access is allowed", async ({
  task,
}) => {
  await startHub({ pollMs: neverMs });
  const all = listen({ merchantIds: null });
  const mine = listen({ merchantIds: new Set([bakery]) });
  await publish(cafe, 1);
  await eventually(async () => {
    await publish(bakery, 2);
    expect(numbers(mine)).toContain(2);
  });
  expect(all.events.slice(0, 2)).toMatchObject([
    { merchant: `cafe-${task.id}`, data: { n: 1 } },
    { merchant: `bakery-${task.id}`, data: { n: 2 } },
  ]);
  expect(new Set(numbers(mine))).toEqual(new Set([2]));
});

test("a change is sent while an older transaction is open, and the older one's changes are not skipped", async () => {
  await startHub();
  const stream = listen();
  const slow = await store.pool.connect();
  await slow.query("begin");
  await slow.query(
    "insert into live_event (environment, merchant_id, type, data) values ('sandbox', $1, 'payment', '{\"n\":1}')",
    [cafe],
  );
  await publish(cafe, 2);
  await eventually(() => expect(numbers(stream)).toEqual([2]));
  const resumed = listen({ after: stream.events[0]?.cursor ?? "" });
  const begun = listen({ after: hub.cursor() });
  await publish(cafe, 3);
  await eventually(() => expect(numbers(begun)).toContain(3));
  await slow.query("commit");
  slow.release();
  await eventually(() => expect(numbers(stream)).toEqual([2, 3, 1]));
  await eventually(() => expect(new Set(numbers(resumed))).toEqual(new Set([1, 2, 3])));
  await eventually(() => expect(numbers(begun).at(-1)).toBe(1));
});

test("a stream resumes after the event it received last, in order and without duplicates", async () => {
  await startHub();
  const before = await currentCursor();
  for (const n of [1, 2, 3]) await publish(cafe, n);
  await waitForOlderTransactions();
  const first = listen({ after: before });
  await eventually(() => expect(numbers(first)).toEqual([1, 2, 3]));
  const resumed = listen({ after: first.events[0]?.cursor ?? "" });
  await publish(cafe, 4);
  await eventually(() => expect(numbers(resumed)).toEqual([2, 3, 4]));
  expect(resumed.reloads).toBe(0);
  await eventually(() => expect(numbers(first)).toEqual([1, 2, 3, 4]));
});

test("a cursor from the future starts afresh instead of waiting forever", async () => {
  await startHub();
  const stream = listen({ after: await stamp("9999999999999999999.0") });
  await eventually(async () => {
    await publish(cafe, 7);
    expect(numbers(stream)).toContain(7);
  });
  expect(stream.reloads).toBe(1);
});

// Attack: a day of events read from the database for each of a thousand connections.
test("a stream too far behind gets a reload, and then only new events", async () => {
  const before = await currentCursor();
  await store.db.execute(sql`
    insert into live_event (environment, merchant_id, type, data)
    select 'sandbox', ${cafe}, 'payment', '{"n":1}' from generate_series(1, 2001)`);
  await startHub();
  for (const after of [await stamp("0.0"), before]) {
    const stream = listen({ after });
    await eventually(async () => {
      await publish(cafe, 2);
      expect(numbers(stream)).toContain(2);
    });
    expect([new Set(numbers(stream)), stream.reloads]).toEqual([new Set([2]), 1]);
    stream.stop();
  }
});

test("the server names the timeline that it writes", async () => {
  expect(await readTimeline(store.db)).toMatch(/^[0-9a-f]{12}$/);
});

// A standby that takes over may count transactions from below the cursor: events would be skipped until it has passed it.
test("when a standby has taken over, every stream reads its data again, once, and goes on with what is new there", async () => {
  let timeline = "00000000000a";
  await startHub({ timelineOf: async () => timeline });
  const streams = [listen(), listen({ after: hub.cursor() })];
  await publish(cafe, 1);
  await eventually(() => expect(streams.map((stream) => numbers(stream).includes(1))).toEqual([true, true]));
  timeline = "00000000000b";
  await eventually(() => expect(streams.map(({ reloads }) => reloads)).toEqual([1, 1]));
  await publish(cafe, 2);
  await eventually(() => expect(streams.map((stream) => numbers(stream).at(-1))).toEqual([2, 2]));
  expect(streams.map(({ reloads, ended }) => [reloads, ended])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

// Wrong: comparing numbers of transactions only. The new server counts from below the cursor, so what it did first is never sent.
test("a stream that resumes by an event of another server reads its data again", async () => {
  await startHub({ timelineOf: async () => "aaaaaaaaaaaa" });
  const first = listen();
  await publish(cafe, 1);
  await eventually(() => expect(numbers(first)).toContain(1));
  await hub.close();
  const [, head = "", xid = "0"] = /^(.*?)(\d+)\.\d+$/.exec(first.events.at(-1)?.cursor ?? "") ?? [];
  const ahead = `${head}${BigInt(xid) + 50n}.1`;
  await publish(cafe, 2);
  for (let count = 0; count < 60; count++) await store.pool.query("select pg_current_xact_id()");
  await startHub({ timelineOf: async () => "bbbbbbbbbbbb" });
  const resumed = listen({ after: ahead });
  await eventually(() => expect(resumed.reloads).toBe(1));
  // Else its cursor may lie before the thousands of events of another test.
  await waitForOlderTransactions();
  await publish(cafe, 3);
  await eventually(() => expect(numbers(resumed)).toContain(3));
  const again = listen({ after: resumed.events.at(-1)?.cursor ?? "" });
  await publish(cafe, 4);
  await eventually(() => expect(numbers(again)).toContain(4));
  expect([resumed.reloads, again.reloads]).toEqual([1, 0]);
});

test("a stream ends once when its session is revoked, and no other stream ends", async () => {
  await startHub({ sessionCheckMs: 20 });
  const [person] = await store.db
    .insert(staff)
    .values({ email: "a@counterfoil.example", passwordHash: "x", role: "viewer" })
    .returning();
  if (!person) throw new Error("no staff");
  for (const idHash of ["one", "two"]) {
    await createStaffSession(store.db, {
      idHash,
      staffId: person.id,
      lifetimeMs: 60_000,
      userAgent: "",
      peer: null,
      hasSecondFactor: false,
    });
  }
  const one = listen({ sessionIdHash: "one" });
  const two = listen({ sessionIdHash: "two" });
  await revokeStaffSession(store.db, "one");
  await eventually(() => expect(one.ended).toBe(1));
  await publish(cafe, 9);
  await eventually(() => expect(numbers(two)).toEqual([9]));
  expect(one.events).toEqual([]);
  expect(two.ended).toBe(0);
});

test("the listening connection reconnects after the server closed it", async () => {
  await startHub({ pollMs: neverMs });
  const stream = listen();
  await store.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'counterfoil-live' and datname = current_database()`);
  await eventually(async () => {
    await publish(cafe, 5);
    expect(numbers(stream)).toContain(5);
  });
});

test("a shutdown ends every stream, and new ones at once", async () => {
  await startHub();
  const open = listen();
  hub.closeStreams();
  expect(open.ended).toBe(1);
  const late = listen();
  await eventually(() => expect(late.ended).toBe(1));
  open.stop();
  expect(open.ended).toBe(1);
});
