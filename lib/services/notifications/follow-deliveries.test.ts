import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifyEntries } from "../../notify/testing/sign.ts";
import { deliveryText } from "../../store/schema/ledger-join.ts";
import { createDeliveryFollower } from "./follow-deliveries.ts";
import { createJoinedDesk, type JoinedDesk } from "./testing/joined-desk.ts";

const slugs = ["corner-cafe", "knigi-online"];

let desk: JoinedDesk;
beforeAll(async () => {
  desk = await createJoinedDesk(slugs);
});
afterAll(() => desk.drop());

async function receive(slug: string, orders: readonly string[]): Promise<string[]> {
  return Promise.all(orders.map((orderId) => desk.receive(slug, notifyEntries({ orderId, trnref: orderId }))));
}

async function isFindable(id: string): Promise<boolean> {
  return (await desk.ctx().db.$count(deliveryText, sql`${deliveryText.deliveryId} = ${id}`)) > 0;
}

test("a merchant's flood does not hold up another merchant", async () => {
  const flood = await receive(
    "corner-cafe",
    Array.from({ length: 220 }, (_, at) => `flood-${at}`),
  );
  const [other = ""] = await receive("knigi-online", ["one-of-another"]);
  const follow = createDeliveryFollower(desk.ctx());
  expect(await follow()).toBe(true);
  expect(await isFindable(other)).toBe(true);
  expect(await isFindable(flood.at(-1) ?? "")).toBe(false);
  while (await follow());
  expect(await isFindable(flood.at(-1) ?? "")).toBe(true);
});

test("what one merchant received is worked on by one at a time, while others take other merchants", async () => {
  const [first = ""] = await receive("corner-cafe", ["locked-1"]);
  const [second = ""] = await receive("knigi-online", ["locked-2"]);
  const { db } = desk.ctx();
  const { id } = await desk.merchant("corner-cafe");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4242033, hashtext(${id}::text))`);
    await desk.fold();
    expect([await isFindable(first), await isFindable(second)]).toEqual([false, true]);
  });
  await desk.fold();
  expect(await isFindable(first)).toBe(true);
});
