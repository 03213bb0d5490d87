import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, type Entry, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { findDelivery, listDeliveries } from "../notifications/notifications.ts";
import { listOrderDeliveries, listOrderMessages } from "../notifications/order-deliveries.ts";
import { liveEvent } from "../schema/live-event.ts";
import { deliveryKey, delivery as deliveryTable, quarantine } from "../schema/notification.ts";
import { readIdentifiers } from "../search/identifiers.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createDeliveryRecord } from "./deliveries.ts";
import { openBody } from "./delivery-body.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import { rebuildDelivery } from "./rebuild-delivery.ts";

const signer = createSigner(randomUUID());
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const signal = new AbortController().signal;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
});
afterAll(() => store.drop());

function newEndpoint(changes: Partial<NotifyEndpoint> = {}): NotifyEndpoint {
  const merchantId = randomUUID();
  const id = randomBytes(16).toString("hex");
  const own = { id, merchantId, environment: "sandbox", merchant: "cafe", sid: "000000000000010", strictLayout: true };
  return { ...own, keys: [signer.key], ...changes };
}

function received(endpoint: NotifyEndpoint, text: string): Delivery {
  const body = Buffer.from(text);
  const derived = deriveFromBody(body, endpoint);
  const { verdict } = derived.verification;
  const answers = { valid: [200, "OK"], invalid: [400, "invalid"], not_checkable: [503, "not now"] } as const;
  const [status, answered] = answers[verdict];
  return {
    id: randomUUID(),
    body,
    sha256: createHash("sha256").update(body).digest(),
    headers: [],
    peer: "192.0.2.7",
    receivedAt: new Date(),
    answer: { status, body: answered, ms: 1.25 },
    ...derived,
  };
}

type SaveOptions = { bytesMax?: number };

async function save(endpoint: NotifyEndpoint, text: string, { bytesMax }: SaveOptions = {}): Promise<Delivery> {
  const delivery = received(endpoint, text);
  const options = bytesMax === undefined ? {} : { bytesMax };
  await createDeliveryRecord({ db: store.db, vault, ...options }).save(delivery, { signal });
  return delivery;
}

const listAll = ({ merchantId }: NotifyEndpoint) =>
  listDeliveries(store.db, { environment: "sandbox", merchantIds: [merchantId], limit: 500 });
const signed = (entries: readonly Entry[]) => signedBody(entries, signer);

test("a body is stored sealed and opens byte for byte", async () => {
  const endpoint = newEndpoint();
  const { id, body } = await save(endpoint, signed(notifyEntries({}, [["CustomerEmail", "maria@example.org"]])));
  const row = await findDelivery(store.db, { merchantId: endpoint.merchantId, id });
  expect(row?.body.includes("maria")).toBe(false);
  expect(row && openBody(vault, row)).toEqual(body);
  expect(row).toMatchObject({ verdict: "valid", amountMinor: 20000, currency: "EUR", answerStatus: 200, seen: 1 });
});

test("a repeated body is only counted, even concurrently, and open pages are notified of the stored one", async () => {
  const endpoint = newEndpoint();
  const text = signed(notifyEntries({ orderId: "TWICE" }));
  await Promise.all(Array.from({ length: 20 }, () => save(endpoint, text)));
  const rows = await listAll(endpoint);
  expect(rows.map(({ seen }) => seen)).toEqual([20]);
  const events = await store.db.select().from(liveEvent).where(eq(liveEvent.merchantId, endpoint.merchantId));
  const ids = events.map(({ data }) => (data as { id: string }).id);
  expect(new Set(ids)).toEqual(new Set([rows[0]?.id]));
});

test("one delivery saved twice at once, as from a repeated spool file, counts once and fails no others", async () => {
  const endpoint = newEndpoint();
  const record = createDeliveryRecord({ db: store.db, vault });
  const [first, twice, last] = ["BEFORE", "SAME", "AFTER"].map((orderId) =>
    received(endpoint, signed(notifyEntries({ orderId }))),
  );
  const saves = [first, twice, twice, last].map((delivery) => delivery && record.save(delivery, { signal }));
  await Promise.all(saves);
  const rows = await listAll(endpoint);
  expect(rows.map(({ orderId, seen }) => [orderId, seen]).sort()).toEqual([
    ["AFTER", 1],
    ["BEFORE", 1],
    ["SAME", 1],
  ]);
});

test("equal pairs in other encodings only increase the delivery's count, even concurrently", async () => {
  const endpoint = newEndpoint();
  const text = signed(notifyEntries());
  const encodings = [
    text,
    text.replaceAll("%20", "+"),
    `&${text}`,
    ...Array.from({ length: 17 }, (_, n) => `${text}${"&".repeat(n + 1)}`),
  ];
  await Promise.all(encodings.map((text) => save(endpoint, text)));
  expect(await listAll(endpoint)).toMatchObject([{ seen: 20, conflict: false }]);
});

test("the same signed text under other names is stored once, as a conflict that neither acts nor is found", async () => {
  const endpoint = newEndpoint();
  const text = signed(notifyEntries({ orderId: "GENUINE", trnref: "R-GENUINE" }));
  const { id } = await save(endpoint, text);
  const readings = ["PAN", "RequestSTAN", "BillingDescriptor"].map((name) => text.replace(`${name}=`, `X${name}=`));
  const order = { endpointId: endpoint.id, orderId: "GENUINE" };
  for (const reading of [...readings, ...readings]) await save(endpoint, reading);
  const [other, first, ...more] = await listAll(endpoint);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ id, eventId: id, seen: 1, conflict: false });
  expect(other).toMatchObject({ verdict: "valid", eventId: id, seen: 6, conflict: true, answerBody: "OK" });
  expect(await listOrderMessages(store.db, order)).toHaveLength(1);
  const known = "select id from delivery where merchant_id = $1 and identifiers is not null";
  expect((await store.pool.query(known, [endpoint.merchantId])).rows).toEqual([{ id }]);
  const queued = "select delivery_id from delivery_outbox o where o.acts and o.merchant_id = $1";
  expect((await store.pool.query(queued, [endpoint.merchantId])).rows).toEqual([{ delivery_id: id }]);
});

test("bodies of one event that become valid later act once", async () => {
  const endpoint = newEndpoint();
  const text = signed(rollbackEntries({ orderId: "LATE-KEY" }));
  for (const body of [text, `${text}&`, text.replace("OrderID=", "OrderId=")]) {
    await save({ ...endpoint, keys: [], strictLayout: false }, body);
  }
  for (const row of (await listAll(endpoint)).toReversed()) {
    const whole = await findDelivery(store.db, row);
    if (whole) await rebuildDelivery(store.db, vault, { row: whole, endpoint: { ...endpoint, strictLayout: false } });
  }
  const rows = await listAll(endpoint);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["valid", "valid", "valid"]);
  expect(rows.filter(({ id, eventId }) => id === eventId)).toHaveLength(1);
  expect(await listOrderMessages(store.db, { endpointId: endpoint.id, orderId: "LATE-KEY" })).toHaveLength(1);
});

test("a delivery that became valid without an OK acts when the gateway repeats it, in any encoding, and gets OK", async () => {
  const endpoint: NotifyEndpoint = newEndpoint({ forward: { mode: "desk_answers", url: "https://shop.example/notify" } });
  const text = signed(notifyEntries({ orderId: "COMES-AGAIN" }));
  const { id } = await save({ ...endpoint, keys: [] }, text);
  const row = await findDelivery(store.db, { merchantId: endpoint.merchantId, id });
  if (!row) throw new Error("not stored");
  await rebuildDelivery(store.db, vault, { row, endpoint });
  const outboxIds: string[] = [];
  const outbox: DeliveryOutbox = async (_, deliveries) => void outboxIds.push(...deliveries.map((delivery) => delivery.id));
  await createDeliveryRecord({ db: store.db, vault, outbox }).save(received(endpoint, `${text}&`), { signal });
  expect(outboxIds).toEqual([id]);
  expect(await listAll(endpoint)).toMatchObject([{ id, answerStatus: 200, seen: 2 }]);
});

test("a payment that got no OK and was reversed since is not forwarded when it is repeated", async () => {
  const endpoint = newEndpoint({ forward: { mode: "desk_answers", url: "https://shop.eu/notify" } });
  const outboxIds: string[] = [];
  const outbox: DeliveryOutbox = async (_, deliveries) => void outboxIds.push(...deliveries.map((delivery) => delivery.id));
  const record = createDeliveryRecord({ db: store.db, vault, outbox });
  const order = { orderId: "REVERSED-SINCE" };
  const text = signed(notifyEntries(order));
  await record.save(received({ ...endpoint, keys: [] }, text), { signal });
  const rollback = received(endpoint, signed(rollbackEntries(order)));
  await record.save(rollback, { signal });
  await record.save(received(endpoint, text), { signal });
  expect(outboxIds).toEqual([rollback.id]);
  const notice = (await listAll(endpoint)).find(({ method }) => method === "IPCPurchaseNotify");
  expect(notice).toMatchObject({ verdict: "valid", answerStatus: 200, seen: 2 });
});

test("a payment that waited in a spool while its Rollback was stored is not forwarded, others of the order are", async () => {
  const endpoint = newEndpoint({ forward: { mode: "desk_answers", url: "https://shop.eu/notify" } });
  const outboxIds: string[] = [];
  const outbox: DeliveryOutbox = async (_, deliveries) => void outboxIds.push(...deliveries.map((delivery) => delivery.id));
  const record = createDeliveryRecord({ db: store.db, vault, outbox });
  const order = { orderId: "OVERTAKEN" };
  const at = Date.now() - 60_000;
  const message = (entries: Entry[], afterMs: number) => ({
    ...received(endpoint, signed(entries)),
    receivedAt: new Date(at + afterMs),
  });
  const rollback = message(rollbackEntries(order), 1);
  await record.save(rollback, { signal });
  const overtaken = message(notifyEntries({ ...order, trnref: "1" }), 0);
  const next = message(notifyEntries({ ...order, trnref: "2" }), 2);
  const other = message(notifyEntries({ orderId: "ELSEWHERE", trnref: "3" }), 0);
  await Promise.all([overtaken, next, other].map((delivery) => record.save(delivery, { signal })));
  expect(outboxIds).toEqual([rollback.id, next.id, other.id]);
});

test("for a payment that came just now no Rollback is looked for: it is not answered yet", async () => {
  const endpoint = newEndpoint({ forward: { mode: "desk_answers", url: "https://shop.eu/notify" } });
  const outboxIds: string[] = [];
  const outbox: DeliveryOutbox = async (_, deliveries) => void outboxIds.push(...deliveries.map((delivery) => delivery.id));
  const record = createDeliveryRecord({ db: store.db, vault, outbox });
  const saveAt = async (entries: Entry[], afterMs: number) => {
    const message = { ...received(endpoint, signed(entries)), receivedAt: new Date(Date.now() + afterMs) };
    await record.save(message, { signal });
    return message.id;
  };
  const order = { orderId: "JUST-NOW" };
  // Later than any test takes: a Rollback that would be found.
  const rollback = await saveAt(rollbackEntries(order), 7_200_000);
  const payment = await saveAt(notifyEntries({ ...order, trnref: "1" }), 3_600_000);
  await saveAt(notifyEntries({ ...order, trnref: "2" }), -60_000);
  expect(outboxIds).toEqual([rollback, payment]);
});

test("a forgery with the same pairs does not block the genuine event", async () => {
  const endpoint = newEndpoint();
  const forged = await save(endpoint, signedBody(notifyEntries(), createSigner()));
  const genuine = await save(endpoint, signed(notifyEntries()));
  const rows = await listAll(endpoint);
  expect(rows.map(({ id, eventId }) => [id, eventId])).toEqual([
    [genuine.id, genuine.id],
    [forged.id, forged.id],
  ]);
});

test("a valid delivery stays valid when it is repeated after its key was removed", async () => {
  const endpoint = newEndpoint();
  const text = signed(notifyEntries({ orderId: "STAYS" }));
  await save(endpoint, text);
  await save({ ...endpoint, keys: [createSigner().key] }, text);
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid", answerStatus: 200, seen: 2, reasons: [] }]);
});

test("a payment's body needs no key of its own, and is known also after its delivery was removed; a Rollback's body has one", async () => {
  const endpoint = newEndpoint();
  const keys = () => store.db.$count(deliveryKey, eq(deliveryKey.endpointId, endpoint.id));
  const text = signed(notifyEntries({ orderId: "KEYLESS" }));
  await save(endpoint, text);
  expect(await keys()).toBe(0);
  await save({ ...endpoint, keys: [] }, text);
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid", seen: 2 }]);
  await store.db.delete(deliveryTable).where(eq(deliveryTable.endpointId, endpoint.id));
  await save({ ...endpoint, keys: [] }, text);
  await save(endpoint, text);
  expect(await listAll(endpoint)).toEqual([]);
  await save(endpoint, signed(rollbackEntries({ orderId: "KEYLESS" })));
  expect(await keys()).toBe(1);
});

test("an unverifiable delivery becomes valid when it is repeated after the key was added", async () => {
  const endpoint = newEndpoint();
  const text = signed(notifyEntries({ orderId: "LATER-1" }));
  await save({ ...endpoint, keys: [] }, text);
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "not_checkable", answerStatus: 503 }]);
  await save(endpoint, text);
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid", answerStatus: 200, seen: 2 }]);
  const { rows } = await store.pool.query("select identifiers from delivery where merchant_id = $1", [endpoint.merchantId]);
  expect(readIdentifiers(rows[0].identifiers)).toContainEqual({ field: "orderId", value: "LATER1" });
  expect(await usedBytes(endpoint)).toBe(0);
});

test("a verdict that becomes valid without a new delivery changes no payment: it never got an OK", async () => {
  const endpoint = newEndpoint();
  const { id } = await save({ ...endpoint, keys: [] }, signed(notifyEntries({ orderId: "NO-OK" })));
  const row = await findDelivery(store.db, { merchantId: endpoint.merchantId, id });
  if (!row) throw new Error("not stored");
  expect(await rebuildDelivery(store.db, vault, { row, endpoint })).toEqual({ verdict: "valid" });
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid", answerStatus: 503 }]);
  expect(await listOrderMessages(store.db, { endpointId: endpoint.id, orderId: "NO-OK" })).toEqual([]);
});

test("rebuilding leaves a valid delivery valid, even without its key, and corrects derived columns", async () => {
  const endpoint = newEndpoint();
  const { id } = await save(endpoint, signed(notifyEntries({ orderId: "MEND" })));
  await store.db.update(deliveryTable).set({ amountMinor: 1, orderId: null }).where(eq(deliveryTable.id, id));
  const row = await findDelivery(store.db, { merchantId: endpoint.merchantId, id });
  if (!row) throw new Error("not stored");
  await rebuildDelivery(store.db, vault, { row, endpoint: { ...endpoint, keys: [] } });
  expect(await listAll(endpoint)).toMatchObject([
    { verdict: "valid", amountMinor: 20000, orderId: "MEND", keyId: signer.key.id },
  ]);
});

test("odd but genuine values are stored: a random order of 40,000 characters, NUL, bytes that are no text", async () => {
  const endpoint = newEndpoint();
  const orderId = randomBytes(20_000).toString("hex");
  const odd: Entry[] = [["Note", Buffer.from([0, 0xff])]];
  await save(endpoint, signed(notifyEntries({ orderId, trnref: `a${orderId}` }, odd)));
  await save(endpoint, signed(notifyEntries({ orderId: "a\u0000b" }, odd)));
  expect((await listAll(endpoint)).map((row) => row.orderId)).toEqual(["a␀b", orderId]);
  expect(await listOrderMessages(store.db, { endpointId: endpoint.id, orderId })).toHaveLength(1);
  expect(await listOrderMessages(store.db, { endpointId: endpoint.id, orderId: orderId.slice(0, 300) })).toEqual([]);
});

test("an aborted save stores nothing", async () => {
  const endpoint = newEndpoint();
  const delivery = received(endpoint, signed(notifyEntries()));
  const record = createDeliveryRecord({ db: store.db, vault });
  await expect(record.save(delivery, { signal: AbortSignal.abort(new Error("late")) })).rejects.toThrow("late");
  expect(await listAll(endpoint)).toEqual([]);
  await record.save(delivery, { signal });
  expect(await listAll(endpoint)).toHaveLength(1);
});

test("three hundred forgeries of an order hide neither its payment nor its rollback", async () => {
  const endpoint = newEndpoint();
  const record = createDeliveryRecord({ db: store.db, vault });
  const forge = (from: number) =>
    Promise.all(
      Array.from({ length: 150 }, (_, index) => record.save(received(endpoint, `OrderID=CROWD&n=${from + index}`), { signal })),
    );
  await forge(0);
  await save(endpoint, signed(notifyEntries({ orderId: "CROWD" })));
  await forge(150);
  await save(endpoint, signed(rollbackEntries({ orderId: "CROWD" })));
  const order = { endpointId: endpoint.id, orderId: "CROWD" };
  expect((await listOrderMessages(store.db, order)).map(({ method }) => method)).toEqual([
    "IPCPurchaseNotify",
    "IPCPurchaseRollback",
  ]);
  const shown = await listOrderDeliveries(store.db, order);
  expect([shown.length, shown.filter(({ verdict }) => verdict === "valid").length]).toEqual([200, 2]);
});

async function usedBytes({ id }: NotifyEndpoint): Promise<number | undefined> {
  const [row] = await store.db.select().from(quarantine).where(eq(quarantine.endpointId, id));
  return row?.bytes;
}

test("the unverified quota is bounded: the oldest forgery is evicted, deliveries that may be genuine are not", async () => {
  const endpoint = newEndpoint();
  const bytesMax = 1_000;
  const uncheckable = { ...endpoint, keys: [] };
  const genuine = signed(notifyEntries());
  await save(uncheckable, genuine, { bytesMax });
  const size = Buffer.byteLength(genuine);
  const limit = Math.floor((bytesMax - size) / 100);
  for (let index = 0; index < limit + 3; index++) await save(endpoint, `n=${index}&`.padEnd(100, "x"), { bytesMax });
  const rows = await listAll(endpoint);
  expect(rows.filter(({ verdict }) => verdict === "invalid")).toHaveLength(limit);
  expect(rows.at(-1)?.verdict).toBe("not_checkable");
  expect(await usedBytes(endpoint)).toBe(size + limit * 100);
  const keys = await store.db.select().from(deliveryKey).where(eq(deliveryKey.endpointId, endpoint.id));
  expect(keys).toHaveLength(rows.length);
});

test("without quota an unverified body is counted, not stored; a valid one is always stored", async () => {
  const endpoint = newEndpoint();
  await save(endpoint, `a=${"x".repeat(200)}`, { bytesMax: 100 });
  expect(await listAll(endpoint)).toEqual([]);
  await createDeliveryRecord({ db: store.db, vault }).countDropped(endpoint.id, 4);
  const [quota] = await store.db.select().from(quarantine).where(eq(quarantine.endpointId, endpoint.id));
  expect(quota).toMatchObject({ bytes: 0, dropped: 5 });
  await save(endpoint, signed(notifyEntries()), { bytesMax: 100 });
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid" }]);
});
