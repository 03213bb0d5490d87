import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { compare, countMissing } from "./compare.ts";

const signer = createSigner();
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const nothingWrong = { lost: [], duplicated: [], torn: [], changed: [] };

let store: TestStore;
let acknowledged: Map<string, string>;
beforeEach(async () => {
  store = await createTestStore();
  acknowledged = new Map();
  for (const orderId of ["A", "B", "C"]) acknowledged.set(orderId, await keep(orderId));
});
afterEach(() => store.drop());

async function keep(orderId: string, endpointId = "1".repeat(32)): Promise<string> {
  const own = { id: endpointId, merchantId: randomUUID(), environment: "demo", merchant: "cafe", sid: "000000000000010" };
  const endpoint = { ...own, strictLayout: true, keys: [signer.key] };
  const body = Buffer.from(signedBody(notifyEntries({ orderId, trnref: `T${orderId}` }), signer));
  const circumstances = { header: () => undefined, peer: null, receivedAt: new Date(0) };
  const verified = toDelivery(body, endpoint, circumstances);
  const { signal } = new AbortController();
  await createDeliveryRecord({ db: store.db, vault }).save(
    { ...verified, answer: { status: 200, body: "OK", ms: 1 } },
    { signal },
  );
  return createHash("sha256").update(body).digest("hex");
}

const compareNow = () => compare({ databaseUrl: store.url, vault, acknowledged });

test("what is stored as it was acknowledged is in order", async () => {
  expect(await compareNow()).toEqual(nothingWrong);
  expect(await countMissing(store.url, acknowledged)).toBe(0);
});

test("an acknowledged notice that is nowhere is lost", async () => {
  await store.pool.query("delete from delivery where order_id = 'B'");
  expect(await compareNow()).toEqual({ ...nothingWrong, lost: ["B"] });
  expect(await countMissing(store.url, acknowledged)).toBe(1);
});

test("a notice with a second delivery is duplicated", async () => {
  await keep("B", "2".repeat(32));
  expect((await compareNow()).duplicated).toEqual(["B"]);
});

test("a delivery without what belongs to its transaction is stored by half", async () => {
  await store.pool.query("delete from live_event where data->>'id' = (select id::text from delivery where order_id = 'C')");
  expect(await compareNow()).toEqual({ ...nothingWrong, torn: ["C"] });
});

test("a body that no longer opens, or is another than was sent, is changed", async () => {
  await store.pool.query("update delivery set body = set_byte(body, 40, 255 - get_byte(body, 40)) where order_id = 'A'");
  acknowledged.set("B", "0".repeat(64));
  expect(await compareNow()).toEqual({ ...nothingWrong, changed: ["A", "B"] });
});
