import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createForwardRows } from "#lib/db/forwarding/forward-rows.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { changeEndpoint } from "../endpoints/change-endpoint.ts";
import { getEndpoint } from "../endpoints/endpoints.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { listForwards } from "./list-forwards.ts";

const url = "https://shop.eu/";
const problem = notificationText("shop_answered", { status: 500 });
let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe"]);
});
afterAll(() => fixture.drop());

const place = () => ({ environment, merchant: "cafe", id: fixture.endpointId("cafe") }) as const;
const shadow = async () => (await getEndpoint(fixture.ctx(), place())).forwarding.shadow;
const reversed = async () => (await listForwards(fixture.ctx(), { ...place(), input: { wouldReverse: "true" } })).items;
const setMode = (mode: "shop_shadow" | "shop_answers" | "desk_answers", at: Date) => {
  const { db, vault } = fixture.ctx();
  return saveForwardTarget(db, vault, { endpointId: fixture.endpointId("cafe"), target: { mode, url }, by: "test", at });
};

type Answer = { ms?: number; fails?: boolean };

/** The shop's answers to one notification, in their order. */
async function forwardOne(entries: ReturnType<typeof notifyEntries>, answers: readonly Answer[]): Promise<string> {
  const id = await fixture.receiveSigned("cafe", entries);
  const { db, vault } = fixture.ctx();
  const rows = createForwardRows({ db, vault });
  for (const { ms = 5, fails = false } of answers) {
    const shopTry = { at: new Date(), ms, status: fails ? 500 : 200, problem: fails ? problem : null, answer: null };
    const verdict = fails ? ({ state: "pending", dueAt: new Date() } as const) : ({ state: "delivered" } as const);
    await rows.settle({ deliveryId: id, round: 1 }, verdict, shopTry);
  }
  return id;
}

const order = (orderId: string) => notifyEntries({ orderId, trnref: orderId });

test("in every other mode nothing is counted", async () => {
  expect(await shadow()).toBeNull();
  for (const mode of ["desk_answers", "shop_answers"] as const) {
    await setMode(mode, new Date());
    expect(await shadow()).toBeNull();
  }
});

test("counts payments that the shop failed or answered too late at first, and lists exactly those", async () => {
  await setMode("desk_answers", new Date());
  await forwardOne(order("EARLIER"), [{ fails: true }]);
  const since = new Date();
  await setMode("shop_shadow", since);
  await forwardOne(order("GOOD"), [{ ms: 3_900 }]);
  const failed = await forwardOne(order("FAILED"), [{ fails: true }, {}]);
  const late = await forwardOne(order("LATE"), [{ ms: 3_901 }]);
  const dead = await forwardOne(order("DEAD"), [...Array.from({ length: 21 }, () => ({ fails: true })), {}]);
  await forwardOne(rollbackEntries({ orderId: "GOOD" }), [{ fails: true }]);
  await forwardOne(order("NOT-YET"), []);
  expect(await shadow()).toEqual({ since: since.toISOString(), asked: 4, wouldReverse: 3 });
  expect((await reversed()).map(({ id }) => id)).toEqual([dead, late, failed]);
});

test("of more than 5,000 payments the newest are counted, and exactly those are listed", {
  meta: { slow: "Stores more payments than are counted." },
}, async () => {
  const since = new Date();
  await setMode("shop_shadow", since);
  await forwardOne(order("OLDEST"), [{ fails: true }]);
  const { db } = fixture.ctx();
  // Copies of a payment that the shop failed: 4,999 of them, and then one more.
  const copy = (count: number) =>
    db.execute(sql`
      with source as (select d.* from delivery d where d.endpoint_id = ${fixture.endpointId("cafe")} and d.order_id = 'OLDEST' limit 1),
      made as (select source.*, gen_random_uuid() as new_id from source, generate_series(1, ${count}::int)),
      stored as (
        insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at,
          last_seen_at, method, order_id, verdict, reasons, answer_status, answer_body, answer_ms)
        select new_id, endpoint_id, environment, merchant_id, new_id, sha256, body, body_bytes, headers, received_at,
          last_seen_at, method, 'COPY', verdict, reasons, answer_status, answer_body, answer_ms from made returning id)
      insert into forward (delivery_id, endpoint_id, order_hash, mode, state, attempts, due_at, queued_at, tried_at, tries)
      select stored.id, f.endpoint_id, sha256('COPY'), f.mode, 'delivered', f.attempts, f.due_at, f.queued_at, f.tried_at, f.tries
      from stored, (select forward.* from forward join source on source.id = forward.delivery_id) f`);
  const hasOldest = async () => {
    const input = { wouldReverse: "true", orderId: "OLDEST" };
    return (await listForwards(fixture.ctx(), { ...place(), input })).items.some(({ orderId }) => orderId === "OLDEST");
  };
  await copy(4_999);
  expect(await shadow()).toMatchObject({ asked: 5_000, wouldReverse: 5_000 });
  expect(await hasOldest()).toBe(true);
  await copy(1);
  expect(await shadow()).toMatchObject({ asked: 5_000, wouldReverse: 5_000 });
  expect(await hasOldest()).toBe(false);
});

test("another address is another shop: counting begins anew; and the shop may be let to answer", async () => {
  const now = new Date();
  await setMode("shop_shadow", now);
  expect(await shadow()).toEqual({ since: now.toISOString(), asked: 0, wouldReverse: 0 });
  expect(await reversed()).toEqual([]);
  const forwarder = { wake: () => {}, checkTarget: async () => ({ url }) };
  const input = { forwarding: { mode: "shop_answers", url } };
  const changed = await changeEndpoint(fixture.ctx(), { ...place(), input, forwarder });
  expect(changed.forwarding).toMatchObject({ mode: "shop_answers", shadow: null });
});
