import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createForwardRows } from "#lib/db/forwarding/forward-rows.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { decideRetry } from "#lib/notifications/forwarding/backoff.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { replayForwards } from "./replay-forwards.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe"]);
});
afterAll(() => fixture.drop());

const place = () => ({ environment, merchant: "cafe", id: fixture.endpointId("cafe") }) as const;
const setForwarding = (isOn: boolean) => {
  const { db, vault } = fixture.ctx();
  const target = isOn ? ({ mode: "desk_answers", url: "https://shop.eu/" } as const) : null;
  return saveForwardTarget(db, vault, { endpointId: place().id, target, by: "test", at: new Date() });
};
const receive = (entries: ReturnType<typeof notifyEntries>) => fixture.receiveSigned("cafe", entries);
const rows = () => createForwardRows({ db: fixture.ctx().db, vault: fixture.ctx().vault });

/** The worker sends all that is due, and the shop's answers are these. */
async function sendDue(state: "delivered" | "dead"): Promise<string[]> {
  const sent: string[] = [];
  const problem = state === "dead" ? notificationText("shop_answered", { status: 500 }) : null;
  for (;;) {
    const now = new Date(Date.now() + 60_000);
    const due = await rows().claim({ now, leaseMs: 3_600_000, limit: 9, perEndpoint: 9, struggling: [], busy: [] });
    if (due.length === 0) return sent;
    for (const item of due) {
      sent.push(item.deliveryId);
      await rows().settle(item, { state }, { at: now, status: problem ? 500 : 200, ms: 4, problem, answer: null });
    }
  }
}
const queued = async (ids: readonly string[]) => {
  const all = await fixture.ctx().db.select().from(forward).where(eq(forward.endpointId, place().id)).orderBy(asc(forward.seq));
  return all.filter(({ deliveryId }) => ids.includes(deliveryId)).map(({ state }) => state);
};

test("a Rollback that comes while forwarding is off waits behind its payment, and is sent after it", async () => {
  await setForwarding(true);
  const payment = await receive(notifyEntries({ orderId: "WAITS" }));
  await setForwarding(false);
  const rollback = await receive(rollbackEntries({ orderId: "WAITS" }));
  expect(await sendDue("delivered")).toEqual([]);
  await setForwarding(true);
  expect(await sendDue("delivered")).toEqual([payment, rollback]);
});

test("what waited for days while forwarding was off is retried for three days", async () => {
  await setForwarding(true);
  const id = await receive(notifyEntries({ orderId: "WAITED" }));
  await setForwarding(false);
  const queuedAt = new Date(Date.now() - 80 * 3_600_000);
  await fixture.ctx().db.update(forward).set({ queuedAt }).where(eq(forward.deliveryId, id));
  await setForwarding(true);
  const now = new Date(Date.now() + 60_000);
  const [due] = await rows().claim({ now, leaseMs: 1, limit: 9, perEndpoint: 9, struggling: [], busy: [] });
  const tried = {
    mode: "desk_answers",
    method: "IPCPurchaseNotify",
    attempts: 1,
    queuedAt: due?.queuedAt ?? queuedAt,
    random: 0,
  } as const;
  const problem = notificationText("shop_answered", { status: 500 });
  expect(decideRetry(tried, { at: now, status: 500, ms: 4, problem, answer: null })).toMatchObject({ state: "pending" });
  expect(await sendDue("delivered")).toEqual([id]);
});

test("a resend sends a payment together with the Rollback that came while forwarding was off", async () => {
  await setForwarding(true);
  const payment = await receive(notifyEntries({ orderId: "DEAD" }));
  expect(await sendDue("dead")).toEqual([payment]);
  await setForwarding(false);
  const rollback = await receive(rollbackEntries({ orderId: "DEAD" }));
  const input = { ids: [payment], expectedCount: 2 };
  const replayed = await replayForwards(fixture.ctx(), { ...place(), input, forwarder: { wake: () => {} } });
  expect(replayed).toMatchObject({ count: 2, followers: 1, isSent: true });
  await setForwarding(true);
  expect(await sendDue("delivered")).toEqual([payment, rollback]);
});

test("while forwarding is off no payment is queued, nor a Rollback of an order that the shop never got", async () => {
  await setForwarding(false);
  const ids = [await receive(notifyEntries({ orderId: "NEVER" })), await receive(rollbackEntries({ orderId: "NEVER" }))];
  await setForwarding(true);
  expect(await queued(ids)).toEqual([]);
  expect(await sendDue("delivered")).toEqual([]);
});
