import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { queueForwards } from "#lib/db/forwarding/forward-outbox.ts";
import { listDeliveries } from "#lib/db/notifications/notifications.ts";
import { updateOverview } from "#lib/db/overview/overview.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { eventKey, notifyEndpoint, quarantine } from "#lib/db/schema/notification.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { describeOld, describeStored } from "#lib/db/settings/count-old-rows.ts";
import { everywhere, putRetention } from "#lib/db/settings/retention.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { removeExpired } from "./remove-expired.ts";

const signer = createSigner(randomUUID());
const signal = new AbortController().signal;
const dayMs = 86_400_000;
const nowMs = Date.parse("2026-07-01T09:00:00Z");
const [old, young] = [new Date(nowMs - 60 * dayMs), new Date(nowMs - dayMs)];
const environment = "sandbox";

let store: TestStore;
let vault: Vault;
let endpoint: NotifyEndpoint;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
  vault = await openVault(store, [{ id: "k1", key: randomBytes(32) }]);
  const id = randomBytes(16).toString("hex");
  const own = { id, merchantId: randomUUID(), environment, sid: "000000000000010" };
  await store.db.insert(notifyEndpoint).values({ ...own, createdBy: "test" });
  const target = { mode: "desk_answers" as const, url: "https://shop.example/notify" };
  endpoint = { ...own, merchant: "cafe", strictLayout: true, keys: [signer.key], forward: target };
});
afterAll(() => store.drop());

async function receive(text: string, receivedAt: Date, by = endpoint): Promise<Delivery["verification"]["verdict"]> {
  const body = Buffer.from(text);
  const derived = deriveFromBody(body, by);
  const { verdict } = derived.verification;
  const answer = verdict === "valid" ? { status: 200, body: "OK", ms: 1 } : { status: 400, body: "invalid", ms: 1 };
  const sha256 = createHash("sha256").update(body).digest();
  const delivery = { id: randomUUID(), body, sha256, headers: [], peer: null, receivedAt, answer, ...derived };
  await createDeliveryRecord({ db: store.db, vault, outbox: queueForwards }).save(delivery, { signal });
  return verdict;
}

async function keepFor(kind: "notifications" | "audit", days: number): Promise<void> {
  const place = kind === "audit" ? everywhere : environment;
  await putRetention(store.db, { environment: place, kind, days, keptFrom: null, updatedAt: new Date(nowMs), updatedBy: "test" });
}

async function removeOld(): Promise<void> {
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await removeExpired({ db: store.db, vault, clock, log, gateways: partialGateways({}) });
}

const stored = () => listDeliveries(store.db, { environment, merchantIds: [endpoint.merchantId], limit: 500 });
const sold = (orderId: string) => signedBody(notifyEntries({ orderId }), signer);
const reversed = signedBody(rollbackEntries({ orderId: "BACK" }), signer);
const stranger = signedBody(notifyEntries({ orderId: "STRANGE" }), createSigner(randomUUID()));

test("audit rows are removed after a signed statement, and the chain stays valid", async () => {
  for (const at of [old, old, young]) {
    await recordAudit({ db: store.db, vault }, { at, staffId: null, actor: "a@desk.example", act: "thing.done" });
  }
  await keepFor("audit", 30);
  await removeOld();
  expect(await verifyAudit(store.db, vault)).toMatchObject({ rows: 2, anchors: 1, faults: [] });
});

test("old notifications are removed with all dependent rows, newer ones stay", async () => {
  for (const text of [sold("OLD"), reversed, stranger]) await receive(text, old);
  await receive(sold("NEW"), young);
  const place = { environment, kind: "notifications", zone: "UTC" } as const;
  const counted = { rows: 4, firstDay: "2026-05-02" };
  expect(await describeStored(store.db, place)).toEqual(counted);
  expect(await describeOld(store.db, { ...place, keptFrom: "2026-06-01" })).toEqual({ ...counted, rows: 3 });
  await updateOverview(store.db, {});
  expect(await describeStored(store.db, place)).toEqual(counted);
  expect((await store.db.select().from(quarantine))[0]?.bytes).toBeGreaterThan(0);
  await keepFor("notifications", 30);
  await removeOld();
  expect((await stored()).map(({ orderId }) => orderId)).toEqual(["NEW"]);
  const scope = { environment, merchantIds: null };
  const known = (value: string) => findIdentifiers(store.db, { scope, value, hashedValue: "", limit: 5 });
  expect([(await known("OLD")).length, (await known("NEW")).length]).toEqual([0, 1]);
  expect(await store.db.$count(forward)).toBe(1);
  expect((await store.db.select().from(quarantine))[0]?.bytes).toBe(0);
});

test("a removed one that is resent is still a duplicate: accepted, and no second event", async () => {
  const events = await store.db.$count(eventKey);
  expect(await receive(sold("OLD"), young)).toBe("valid");
  expect((await stored()).map(({ orderId }) => orderId)).toEqual(["NEW"]);
  expect(await store.db.$count(eventKey)).toBe(events);
  expect(await store.db.$count(forward)).toBe(1);
});

test("a resent Rollback reverses another attempt and is forwarded, as the same event", async () => {
  const events = await store.db.$count(eventKey);
  await receive(reversed, young);
  const [newest] = (await stored()).filter(({ orderId }) => orderId === "BACK");
  expect(newest?.eventId).toBe(newest?.id);
  expect(await store.db.$count(eventKey)).toBe(events);
  expect(await store.db.$count(forward)).toBe(2);
});

test("a delivery that was not valid when it was removed is stored when it is resent", async () => {
  await receive(stranger, young);
  expect((await stored()).map(({ orderId }) => orderId)).toContain("STRANGE");
});
