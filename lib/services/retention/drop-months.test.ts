import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { ensureDeliveryMonths } from "#lib/db/deliveries/delivery-months.ts";
import { claimQueued } from "#lib/db/deliveries/delivery-queue.ts";
import { dropDeliveryMonth } from "#lib/db/deliveries/remove-old-deliveries.ts";
import { queueForwards } from "#lib/db/forwarding/forward-outbox.ts";
import { listDeliveries } from "#lib/db/notifications/notifications.ts";
import { updateOverview } from "#lib/db/overview/overview.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery, deliveryKey, eventKey, notifyEndpoint, quarantine } from "#lib/db/schema/notification.ts";
import { paymentNotice } from "#lib/db/schema/overview.ts";
import { deliveryText, reconciliation } from "#lib/db/schema/reconciliation.ts";
import { listRetentionRuns, putRetention } from "#lib/db/settings/retention.ts";
import { listOverviewDifferences } from "#lib/db/testing/overview-differences.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { createTimeOrderedId, deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { processDeliveries } from "../notifications/process-deliveries.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { removeExpired } from "./remove-expired.ts";

const signer = createSigner(randomUUID());
const signal = new AbortController().signal;
const nowMs = Date.parse("2026-07-10T09:00:00Z");
const april = new Date("2026-04-30T23:59:59.999Z");
const may = new Date("2026-05-01T00:00:00.000Z");
const clock = { now: () => nowMs, monotonic: () => performance.now() };
const log = { info: () => {}, warn: () => {}, error: () => {} };
const zones = { demo: "UTC", production: "UTC" };

let store: TestStore;
let other: Store;
let vault: Vault;
let endpoints: Record<"demo" | "production", NotifyEndpoint>;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
  other = openStore({ url: store.url, connectionsMax: 2 });
  vault = await openVault(store, [{ id: "k1", key: randomBytes(32) }]);
  endpoints = { demo: await addEndpoint("demo"), production: await addEndpoint("production") };
});
afterAll(async () => {
  await other.close();
  await store.drop();
});
beforeEach(async () => {
  await store.db.delete(delivery);
  await store.db.delete(forward);
  await store.db.execute(sql`delete from delivery_outbox`);
  await ensureDeliveryMonths(store.db, april);
});

async function addEndpoint(environment: "demo" | "production"): Promise<NotifyEndpoint> {
  const own = { id: randomBytes(16).toString("hex"), merchantId: randomUUID(), environment, sid: "000000000000010" };
  await store.db.insert(notifyEndpoint).values({ ...own, createdBy: "test" });
  const target = { mode: "desk_answers" as const, url: "https://shop.example/notify" };
  return { ...own, merchant: "cafe", strictLayout: true, keys: [signer.key], forward: target };
}

type Received = { at: Date; id?: string; by?: NotifyEndpoint; text?: string };

async function receive(orderId: string, { at, id = createTimeOrderedId(at.getTime()), by = endpoints.demo, text }: Received) {
  const body = Buffer.from(text ?? signedBody(notifyEntries({ orderId, trnref: `T-${orderId}` }), signer));
  const derived = deriveFromBody(body, by);
  const answer = { status: derived.verification.verdict === "valid" ? 200 : 400, body: "OK", ms: 1 };
  const sha256 = createHash("sha256").update(body).digest();
  const received: Delivery = { id, body, sha256, headers: [], peer: null, receivedAt: at, answer, ...derived };
  await createDeliveryRecord({ db: store.db, vault, outbox: queueForwards }).save(received, { signal });
  return received;
}

const forged = (orderId: string) => signedBody(notifyEntries({ orderId }), createSigner(randomUUID()));
const follow = () => processDeliveries({ db: store.db, vault, clock, log });

async function removeOld(): Promise<void> {
  await putRetention(store.db, {
    ...{ environment: "demo", kind: "notifications", days: 60, keptFrom: null },
    ...{ updatedAt: new Date(nowMs), updatedBy: "test" },
  });
  await removeExpired({ db: store.db, vault, clock, log, gateways: partialGateways({}) });
}

async function listOrders({ environment, merchantId }: NotifyEndpoint): Promise<(string | null)[]> {
  const rows = await listDeliveries(store.db, { environment, merchantIds: [merchantId], limit: 500 });
  return rows.map(({ orderId }) => orderId);
}

async function monthOf(table: string, id: string): Promise<string | undefined> {
  const key = table === "delivery" ? "id" : "delivery_id";
  const { rows } = await store.db.execute<{ name: string }>(
    sql`select tableoid::regclass::text as name from ${sql.identifier(table)} where ${sql.identifier(key)} = ${id}`,
  );
  return rows[0]?.name;
}

async function hasTable(name: string): Promise<boolean> {
  const { rows } = await store.db.execute<{ has: boolean }>(sql`select to_regclass(${name}) is not null as has`);
  return rows[0]?.has ?? false;
}

const derived = ["delivery_text", "reconciliation", "payment_notice"];

test("a month is removed as partitions with all derived rows, and the overview still counts what is stored", async () => {
  const { id } = await receive("APRIL", { at: april });
  await receive("FORGED", { at: april, text: forged("FORGED") });
  await receive("MAY", { at: may });
  await receive("KEPT", { at: april, by: endpoints.production });
  await follow();
  await updateOverview(store.db, zones);
  for (const table of ["delivery", ...derived]) expect(await monthOf(table, id)).toBe(`${table}_demo_202604`);
  await removeOld();
  expect(await listOrders(endpoints.demo)).toEqual([]);
  expect(await listOrders(endpoints.production)).toEqual(["KEPT"]);
  for (const table of ["delivery", ...derived]) expect(await hasTable(`${table}_demo_202604`)).toBe(false);
  for (const table of [deliveryText, reconciliation, paymentNotice]) expect(await store.db.$count(table)).toBe(1);
  expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
  const [run] = await listRetentionRuns(store.db, { environment: "demo", limit: 1 });
  expect(run).toMatchObject({ removed: 3, isComplete: true, problem: null });
  expect(run?.months).toBeGreaterThanOrEqual(1);
  expect(await store.db.$count(forward)).toBe(1);
  expect((await store.db.select().from(quarantine)).map(({ bytes }) => bytes)).toEqual([0]);
  // The payments' keys stay; the forgery may be stored again.
  expect(await store.db.$count(eventKey, eq(eventKey.endpointId, endpoints.demo.id))).toBe(2);
  expect(await store.db.$count(deliveryKey, eq(deliveryKey.endpointId, endpoints.demo.id))).toBe(0);
});

test("a removed notification that is resent is accepted, and is no second event", async () => {
  await receive("AGAIN", { at: april });
  await removeOld();
  await receive("AGAIN", { at: new Date(nowMs) });
  expect(await listOrders(endpoints.demo)).toEqual([]);
  expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
});

test("a notification in a month without a partition is stored, found and removed", async () => {
  const early = new Date("2019-03-01T10:00:00Z");
  const { id } = await receive("EARLY", { at: early });
  const { id: foreign } = await receive("FOREIGN", { at: early, id: "ffffffff-ffff-4fff-bfff-ffffffffffff" });
  await follow();
  for (const one of [id, foreign]) {
    for (const table of ["delivery", ...derived]) expect(await monthOf(table, one)).toBe(`${table}_demo_other`);
  }
  // Its partition is not created meanwhile.
  await ensureDeliveryMonths(store.db, early);
  expect(await hasTable("delivery_demo_201903")).toBe(false);
  expect(await hasTable("delivery_production_201903")).toBe(true);
  expect((await listOrders(endpoints.demo)).toSorted()).toEqual(["EARLY", "FOREIGN"]);
  await removeOld();
  expect(await listOrders(endpoints.demo)).toEqual([]);
  for (const table of [deliveryText, reconciliation, paymentNotice]) expect(await store.db.$count(table)).toBe(0);
  expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
});

test("a month with rows that must stay is not dropped", async () => {
  await receive("OLD", { at: april });
  await receive("SLOW CLOCK", { at: new Date(nowMs), id: createTimeOrderedId(april.getTime()) });
  await removeOld();
  expect(await listOrders(endpoints.demo)).toEqual(["SLOW CLOCK"]);
  expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
});

test("notifications that arrive while a month is dropped are stored, even while a reader blocks the drop", async () => {
  await receive("OLDEST", { at: april });
  const before = new Date(nowMs);
  const drop = () => dropDeliveryMonth(store.db, { month: "delivery_demo_202604", before });
  const arrive = (name: string) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => receive(`${name}-${at}`, { at: new Date(nowMs + at) })));
  await other.db.transaction(async (reader) => {
    await reader.execute(sql`select from delivery`);
    const [refused] = await Promise.allSettled([drop(), arrive("READ")]);
    expect(refused.status).toBe("rejected");
  });
  expect((await Promise.all([eventually(drop), arrive("DROP"), receive("OLDEST", { at: new Date(nowMs) })]))[0]).toBe(1);
  const orders = await listOrders(endpoints.demo);
  expect([orders.length, orders.includes("OLDEST")]).toEqual([100, false]);
  expect(await listOverviewDifferences(store.db, zones)).toEqual([]);
});

test("while an old month is aggregated, arriving notifications do not wait for it, whether new, repeated or forged", async () => {
  const at = new Date(nowMs);
  const texts = [forged("WAITING"), signedBody(notifyEntries({ orderId: "WAITING", amount: "200,00" }), signer), undefined];
  const arrive = () => Promise.all(texts.map((text) => receive("WAITING", { at, ...(text && { text }) })));
  await arrive();
  await other.db.transaction(async (dropper) => {
    await dropper.execute(sql`lock table delivery_demo_202604 in share row exclusive mode`);
    await arrive();
    await receive("WAITED", { at });
  });
  const rows = await listDeliveries(store.db, { environment: "demo", merchantIds: [endpoints.demo.merchantId], limit: 9 });
  expect(rows.map(({ seen }) => seen).toSorted()).toEqual([1, 2, 2, 2]);
});

test("a delivery in processing is not removed before it ends, and then with all derived rows", async () => {
  const { id } = await receive("BUSY", { at: april });
  await store.db.transaction(async (tx) => {
    await claimQueued(tx, { after: null, merchantsMax: 5, rowsMax: 5 });
    const removal = other.db.transaction(async (remover) => {
      await remover.execute(sql`set local lock_timeout = '50ms'`);
      await remover.delete(delivery).where(eq(delivery.id, id));
    });
    await expect(removal).rejects.toThrow();
  });
});
