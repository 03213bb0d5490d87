import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { createKeeper } from "#lib/notifications/receive/save-delivery.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, type Entry, notifyEntries, returnEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { listDeliveries } from "../notifications/notifications.ts";
import { alert } from "../schema/alert.ts";
import { deliveryKey, delivery as deliveryTable, quarantine, refusedKey, refusedStore } from "../schema/notification.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createDeliveryRecord } from "./deliveries.ts";
import { rebuildDelivery } from "./rebuild-delivery.ts";
import { removeOldDeliveries } from "./remove-old-deliveries.ts";

const signer = createSigner(randomUUID());
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const signal = new AbortController().signal;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
});
afterAll(() => store.drop());

function newEndpoint(): NotifyEndpoint {
  const own = { environment: "demo", merchant: "cafe", sid: "000000000000010", strictLayout: true, keys: [signer.key] };
  return { ...own, id: randomBytes(16).toString("hex"), merchantId: randomUUID() };
}

function received(endpoint: NotifyEndpoint, text: string): Delivery {
  const body = Buffer.from(text);
  const derived = deriveFromBody(body, endpoint);
  const isValid = derived.verification.verdict === "valid";
  const answer = isValid ? { status: 200, body: "OK", ms: 1 } : { status: 400, body: "invalid", ms: 1 };
  const sha256 = createHash("sha256").update(body).digest();
  return { id: randomUUID(), body, sha256, headers: [], peer: null, receivedAt: new Date(), answer, ...derived };
}

type Bounds = { bytesMax?: number; refusedBytesMax?: number };
const openRecord = (bounds: Bounds = {}) => createDeliveryRecord({ db: store.db, vault, ...bounds });
const save = (endpoint: NotifyEndpoint, text: string, record = openRecord()) => record.save(received(endpoint, text), { signal });
const signed = (entries: readonly Entry[]) => signedBody(entries, signer);
const listAll = ({ environment, merchantId }: NotifyEndpoint) =>
  listDeliveries(store.db, { environment, merchantIds: [merchantId], limit: 10_000 });
const bytesOf = async (table: typeof quarantine | typeof refusedStore, { id }: NotifyEndpoint) =>
  (await store.db.select().from(table).where(eq(table.endpointId, id)))[0];
const alertsOf = ({ merchantId }: NotifyEndpoint) => store.db.select().from(alert).where(eq(alert.merchantId, merchantId));

/** Genuine, but refused for the format of a value. */
const refusedText = (orderId: string) => signed(notifyEntries({ orderId, amount: "200,00" }));
/** Genuine, but refused for an unknown parameter among the first five. */
function moved(orderId: string): string {
  const entries = notifyEntries({ orderId });
  return signed([...entries.slice(0, 2), ["StoreID", "7"], ...entries.slice(2)]);
}
const forgery = (n: number) => `IPCmethod=IPCPurchaseNotify&n=${n}&`.padEnd(300, "x");

test("910 genuine deliveries that our rules refuse are all stored beside 5,000 forgeries, with counts and one alert", {
  meta: { slow: "Keeps six thousand deliveries, twice." },
  tags: ["long"],
}, async () => {
  const endpoint = newEndpoint();
  const keep = createKeeper({
    ...{
      record: openRecord({ bytesMax: 9_000 }),
      spool: undefined,
      onStored: undefined,
      askShop: undefined,
      clock: systemClock,
    },
    limits: { saveMs: 10_000, decideMs: 20_000, shopMs: 1 },
  });
  const genuine = Array.from({ length: 910 }, (_, n) => (n % 2 === 0 ? refusedText(`G-${n}`) : moved(`G-${n}`)));
  const answers = new Set<string>();
  const receive = async (text: string) => {
    const { answer } = await keep(received(endpoint, text), systemClock.monotonic());
    answers.add(`${answer.status} ${answer.body}`);
  };
  for (let n = 0; n < 910; n += 70) {
    const own = genuine.slice(n, n + 70);
    const forged = Array.from({ length: 385 }, (_, at) => forgery((n / 70) * 385 + at));
    await Promise.all([...forged, ...own, ...own].map(receive));
  }
  const rows = await listAll(endpoint);
  const refused = rows.filter(({ genuineRefused }) => genuineRefused);
  expect(refused).toHaveLength(910);
  expect(new Set(refused.map(({ orderId }) => orderId)).size).toBe(910);
  expect(refused.every(({ verdict, seen, answerStatus }) => verdict === "invalid" && seen === 2 && answerStatus === 400)).toBe(
    true,
  );
  expect([...answers].toSorted()).toEqual(["400 invalid: format", "400 invalid: layout", "400 invalid: signature, layout"]);
  expect(rows.length - refused.length).toBe(30);
  expect((await bytesOf(quarantine, endpoint))?.bytes).toBe(9_000);
  const bytes = refused.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  expect(await bytesOf(refusedStore, endpoint)).toMatchObject({ bytes, dropped: 0 });
  expect(await alertsOf(endpoint)).toMatchObject([
    { rule: "genuine_refused", merchantId: endpoint.merchantId, subject: endpoint.id, status: "open", count: 1820, notKept: 0 },
  ]);
});

test("one signed text is one row, in any encoding and under any names", async () => {
  const endpoint = newEndpoint();
  const text = refusedText("ONCE");
  const encodings = [text, text.replaceAll("%20", "+"), `&${text}`, `${text}&`, text.replace("PAN=", "XPAN=")];
  await Promise.all(encodings.map((text) => save(endpoint, text)));
  expect(await listAll(endpoint)).toMatchObject([{ seen: 5, genuineRefused: true, method: "IPCPurchaseNotify" }]);
  expect(await store.db.select().from(deliveryKey).where(eq(deliveryKey.endpointId, endpoint.id))).toHaveLength(1);
});

test("a full quota evicts nothing, counts what is dropped, and the alert shows it", async () => {
  const endpoint = newEndpoint();
  const record = openRecord({ refusedBytesMax: 2.5 * Buffer.byteLength(refusedText("F-1")) });
  for (const orderId of ["F-1", "F-2", "F-3", "F-4", "F-1"]) await save(endpoint, refusedText(orderId), record);
  const rows = await listAll(endpoint);
  expect(rows.map(({ orderId, seen }) => [orderId, seen])).toEqual([
    ["F-2", 1],
    ["F-1", 2],
  ]);
  expect((await bytesOf(refusedStore, endpoint))?.dropped).toBe(2);
  expect(await alertsOf(endpoint)).toMatchObject([{ count: 5, notKept: 2 }]);
  const keys = await store.db.select().from(refusedKey).where(eq(refusedKey.endpointId, endpoint.id));
  expect(keys).toHaveLength(2);
  // Also when the quota of forgeries is exhausted.
  await save(endpoint, refusedText("F-5"), openRecord({ bytesMax: 0 }));
  expect(await listAll(endpoint)).toHaveLength(3);
});

test.each<[string, (endpoint: NotifyEndpoint) => string]>([
  ["a browser's own confirmation", () => signed(returnEntries("IPCPurchaseOK", { amount: "200,00" }))],
  ["another store's", () => signed(notifyEntries({ sid: "000000000000099", amount: "200,00" }))],
  [
    "a browser's confirmation under other names",
    () =>
      signed([
        ["X", "IPCPurchaseOK"],
        ["IPCmethod", "IPCPurchaseNotify"],
      ]),
  ],
  ["a forgery", () => refusedText("FORGED").replace("FORGED", "F0RGED")],
])("%s is kept among the forgeries and raises no alert", async (_, toText) => {
  const endpoint = newEndpoint();
  await save(endpoint, toText(endpoint));
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "invalid", genuineRefused: false }]);
  expect(await alertsOf(endpoint)).toEqual([]);
});

test("an unverifiable delivery leaves the forgeries' quota once a key proves it, and then raises the alert", async () => {
  const endpoint = newEndpoint();
  const keyless = { ...endpoint, keys: [] };
  await save(keyless, refusedText("LATER-1"));
  await save(keyless, refusedText("LATER-2"));
  await save(endpoint, refusedText("LATER-1"));
  const row = (await store.db.select().from(deliveryTable).where(eq(deliveryTable.orderId, "LATER-2")))[0];
  if (!row) throw new Error("not stored");
  expect(await rebuildDelivery(store.db, vault, { row, endpoint })).toEqual({ verdict: "invalid" });
  expect((await listAll(endpoint)).map(({ genuineRefused, seen }) => [genuineRefused, seen])).toEqual([
    [true, 1],
    [true, 2],
  ]);
  expect((await bytesOf(quarantine, endpoint))?.bytes).toBe(0);
  expect(await alertsOf(endpoint)).toMatchObject([{ count: 2 }]);
});

test("a genuine delivery stays genuine without its key; once a rule accepts it, its quota is released", async () => {
  const endpoint = newEndpoint();
  await save(endpoint, moved("RULE"));
  await save({ ...endpoint, keys: [] }, moved("RULE"));
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "invalid", reasons: ["layout"], genuineRefused: true, seen: 2 }]);
  const [row] = await store.db.select().from(deliveryTable).where(eq(deliveryTable.orderId, "RULE"));
  if (!row) throw new Error("not stored");
  await rebuildDelivery(store.db, vault, { row, endpoint: { ...endpoint, keys: [] } });
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "invalid", reasons: ["layout"], genuineRefused: true }]);
  await save({ ...endpoint, strictLayout: false }, moved("RULE"));
  expect(await listAll(endpoint)).toMatchObject([{ verdict: "valid", genuineRefused: false, seen: 3 }]);
  expect((await bytesOf(refusedStore, endpoint))?.bytes).toBe(0);
  expect(await store.db.select().from(refusedKey).where(eq(refusedKey.endpointId, endpoint.id))).toEqual([]);
});

test("removal with old deliveries releases its quota, and it may arrive again", async () => {
  const endpoint = newEndpoint();
  await store.db.delete(deliveryTable);
  await save(endpoint, refusedText("OLD"));
  const before = new Date(Date.now() + 1_000);
  expect(await removeOldDeliveries(store.db, { environment: endpoint.environment, before })).toBe(1);
  expect((await bytesOf(refusedStore, endpoint))?.bytes).toBe(0);
  await save(endpoint, refusedText("OLD"));
  expect(await listAll(endpoint)).toMatchObject([{ genuineRefused: true, seen: 1 }]);
});

test("eviction for a forgery neither waits for a locked delivery nor removes it", async () => {
  const endpoint = newEndpoint();
  const record = openRecord({ bytesMax: 600 });
  for (const n of [1, 2]) await save(endpoint, forgery(n), record);
  const [oldest] = (await listAll(endpoint)).toReversed();
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`select from delivery where id = ${oldest?.id} for update`);
    await save(endpoint, forgery(3), record);
  });
  const rows = await listAll(endpoint);
  expect(rows).toHaveLength(2);
  expect(rows.at(-1)?.id).toBe(oldest?.id);
});
