import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listProblems } from "#lib/db/deliveries/delivery-problems.ts";
import { deliveryText } from "#lib/db/schema/reconciliation.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createDeliveryProcessor } from "./process-deliveries.ts";
import { createReconciledFixture, type ReconciledFixture } from "./testing/reconciled-fixture.ts";

const slugs = ["corner-cafe", "knigi-online"];

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(slugs);
});
afterAll(() => fixture.drop());

async function receive(slug: string, orders: readonly string[]): Promise<string[]> {
  return Promise.all(orders.map((orderId) => fixture.receive(slug, notifyEntries({ orderId, trnref: orderId }))));
}

async function isFindable(id: string): Promise<boolean> {
  return (await fixture.ctx().db.$count(deliveryText, sql`${deliveryText.deliveryId} = ${id}`)) > 0;
}

test("a flood of one merchant does not delay another merchant", async () => {
  const flood = await receive(
    "corner-cafe",
    Array.from({ length: 220 }, (_, at) => `flood-${at}`),
  );
  const [other = ""] = await receive("knigi-online", ["one-of-another"]);
  const follow = createDeliveryProcessor(fixture.ctx());
  expect(await follow()).toBe(true);
  expect(await isFindable(other)).toBe(true);
  expect(await isFindable(flood.at(-1) ?? "")).toBe(false);
  while (await follow());
  expect(await isFindable(flood.at(-1) ?? "")).toBe(true);
});

test("one merchant's deliveries are processed by one worker at a time, while others process other merchants", async () => {
  const [first = ""] = await receive("corner-cafe", ["locked-1"]);
  const [second = ""] = await receive("knigi-online", ["locked-2"]);
  const { db } = fixture.ctx();
  const { id } = await fixture.merchant("corner-cafe");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4242033, hashtext(${id}::text))`);
    await fixture.fold();
    expect([await isFindable(first), await isFindable(second)]).toEqual([false, true]);
  });
  await fixture.fold();
  expect(await isFindable(first)).toBe(true);
});

/** Makes processing of the order's payment fail with this PostgreSQL error from now on. */
async function failJoining(orderId: string, reason: string): Promise<void> {
  const { db } = fixture.ctx();
  await db.execute(
    sql.raw(`
    create or replace function failing() returns trigger language plpgsql as $$
    begin
      if new.delivery_id = (select id from delivery where order_id = '${orderId}') then
        raise exception 'failing' using errcode = '${reason}';
      end if;
      return new;
    end $$;
    create trigger failing before insert on reconciliation for each row execute function failing()`),
  );
}

test("an order that takes too long on its own is set aside, in a transaction of its own", async () => {
  const { db } = fixture.ctx();
  const [slow = ""] = await receive("corner-cafe", ["too-long"]);
  const others = [...(await receive("corner-cafe", ["beside-it"])), ...(await receive("knigi-online", ["elsewhere"]))];
  await failJoining("too-long", "query_canceled");
  await createDeliveryProcessor(fixture.ctx())();
  await db.execute(sql`drop trigger failing on reconciliation`);
  expect(await Promise.all([slow, ...others].map(isFindable))).toEqual([true, true, true]);
  expect((await listProblems(db, slow)).map(({ step }) => step)).toEqual(["order"]);
  expect(await Promise.all(others.map((id) => listProblems(db, id)))).toEqual([[], []]);
});

test("an order that always times out delays neither its merchant nor later deliveries", async () => {
  const { db } = fixture.ctx();
  const before = await receive("corner-cafe", ["before-it"]);
  const [stuck = ""] = await receive("corner-cafe", ["never-in-time"]);
  const behind = [...(await receive("corner-cafe", ["behind-it"])), ...(await receive("knigi-online", ["of-another"]))];
  await failJoining("never-in-time", "lock_not_available");
  const follow = createDeliveryProcessor(fixture.ctx());
  await follow();
  expect(await Promise.all([...before, ...behind].map(isFindable))).toEqual([true, true, true]);
  expect(await isFindable(stuck)).toBe(false);
  await db.execute(sql`drop trigger failing on reconciliation`);
  await follow();
  expect(await isFindable(stuck)).toBe(true);
});
