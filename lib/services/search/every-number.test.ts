// @module-tag long: reads whole ledgers through a gateway of its own.

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { delivery, notifyCertificate } from "#lib/db/schema/notification.ts";
import { unverifiedNumber } from "#lib/db/schema/reconciliation.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { lookupMerchantReferences, lookupReferences } from "../bulk-lookup/lookup-references.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { findAnything } from "./find-anything.ts";
import { quickFind } from "./quick/quick-find.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel", "kiosk"]);
});
afterAll(() => fixture.drop());

const forger = createSigner();
const forged = (merchant: string, purchase: Parameters<typeof notifyEntries>[0]) =>
  fixture.receive(merchant, signedBody(notifyEntries(purchase), forger));

const search = async (q: string) => (await findAnything(fixture.ctx(), { environment, input: { q } })).hits;
const palette = async (q: string) => (await quickFind(fixture.ctx(), { environment, input: { values: [q] } })).hits;
const lookUp = async (reference: string) =>
  (await lookupReferences(fixture.ctx(), { environment, input: { references: [reference] } })).rows[0];

/** Order numbers as shops and attackers might choose them. */
const orders = [
  ...["HB-2026-0007", "000112", "INV2024.01", "EUR 12.50", "1,234.50", "№ 17/б", "a@b.example", "4242 12.34", "x", "0"],
  ...[
    "Bestellung Müller 12",
    "100%_\\",
    "line\nbreak 9",
    `L${"ange ".repeat(40)}`,
    `${"ж".repeat(80)}1`,
    "😀".repeat(60),
    "5555 5555 5555 4444",
  ],
];

test("each number in a list is found by search and palette, and reported by bulk lookup", {
  meta: { slow: "Looks up each number of many lists in three ways." },
}, async () => {
  for (const [at, orderId] of orders.entries()) {
    const number = String(at).padStart(5, "0");
    await forged("cafe", { orderId, trnref: `7${number}` });
    await fixture.receive(
      "cafe",
      signedBody(
        [["IPCmethod", "IPCPurchaseNotify"], ...notifyEntries({ orderId: `${orderId}R`, trnref: `6${number}` })],
        fixture.signer,
      ),
    );
    if (!/\d{4} \d{4} \d{4}/.test(orderId)) {
      await fixture.receiveSigned("hotel", notifyEntries({ orderId, trnref: `8${number}`, amount: `${at + 1}.00` }));
    }
  }
  await fixture.receiveSigned("hotel", rollbackEntries({ orderId: "0" }));
  // The same signed text under other names: stored, but without effect.
  await fixture.receiveSigned("hotel", notifyEntries({ orderId: "SPLIT-41-42", trnref: "410042" }));
  await fixture.receiveSigned("hotel", notifyEntries({ orderId: "SPLIT", trnref: "41-42-410042" }));
  await fixture.store.db.delete(notifyCertificate).where(eq(notifyCertificate.endpointId, fixture.endpointId("kiosk")));
  await fixture.receiveSigned("kiosk", notifyEntries({ orderId: "KIOSK-1", trnref: "800007" }));
  await fixture.fold();
  const rows = [];
  for (const merchant of ["cafe", "hotel", "kiosk"]) {
    rows.push(...(await listNotifications(fixture.ctx(), { environment, merchant, input: { limit: "200" } })).items);
  }
  expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(["valid", "invalid", "not_checkable"]));
  expect(rows.filter(({ conflict }) => conflict)).toHaveLength(1);
  const denied: string[] = [];
  for (const { id, merchant, orderId, trnref, verdict } of rows) {
    const href = `/${environment}/${merchant}/notifications/${id}`;
    for (const number of [orderId, trnref]) {
      if (!number || number.trim().length > 255) continue;
      const [found, typed, looked] = [await search(number), await palette(number), await lookUp(number)];
      const hits = [found, typed].map((item) => item.find((hit) => hit.href === href));
      const isTold = looked?.href === href || looked?.mentions?.some((mention) => mention.href === href);
      const isShared = looked?.verdict === "found" && verdict === "valid";
      if (!hits[0] || !hits[1] || !(isTold || isShared)) denied.push(`${verdict} ${number} ${hits.map(Boolean)} ${isTold}`);
    }
  }
  expect(denied).toEqual([]);
});

test("an unverified one is marked and separate, and never decides a result", async () => {
  const rejected = await forged("cafe", { orderId: "HB-ONLY-FORGED", trnref: "900001" });
  await fixture.receiveSigned("hotel", notifyEntries({ orderId: "HB-BOTH", trnref: "900002" }));
  await forged("hotel", { orderId: "HB-BOTH", trnref: "900003" });
  await fixture.fold();
  const [hit] = await search("900001");
  expect(hit).toMatchObject({ kind: "notification", exact: true, matched: "trnref", verification: "rejected" });
  const looked = await lookUp("900001");
  expect(looked).toMatchObject({
    verdict: "error",
    mentions: [{ href: `/sandbox/cafe/notifications/${rejected}`, verification: "rejected" }],
  });
  expect((await search("hb both")).map(({ verification }) => verification)).toEqual(["verified", "rejected"]);
  expect(await lookUp("HB-BOTH")).toMatchObject({ verdict: "found", merchant: "hotel", matched: "orderId" });
  const elsewhere = await lookupMerchantReferences(fixture.ctx(), {
    environment,
    merchant: "cafe",
    input: { references: ["HB-BOTH"] },
  });
  expect(elsewhere.rows[0]).toMatchObject({ verdict: "error" });
});

test("a flood of forgeries displaces no verified result", async () => {
  const id = await fixture.receiveSigned("hotel", notifyEntries({ orderId: "HB-FLOOD", trnref: "910000" }));
  for (let at = 0; at < 60; at++) await forged("hotel", { orderId: "HB-FLOOD", trnref: `92${String(at).padStart(4, "0")}` });
  await fixture.fold();
  for (const hits of [await search("HB-FLOOD"), await palette("HB-FLOOD")]) {
    expect(hits[0]).toMatchObject({ href: `/sandbox/hotel/notifications/${id}`, verification: "verified" });
    expect(hits.length).toBeLessThanOrEqual(12);
  }
});

test("only a short text of a forgery is indexed, and is removed with it or when it is verified", async () => {
  const { db, vault } = fixture.ctx();
  const rowsOf = (id: string) => db.select().from(unverifiedNumber).where(eq(unverifiedNumber.deliveryId, id));
  const id = await forged("hotel", { orderId: "ж".repeat(450), trnref: "930001" });
  await fixture.fold();
  const indexed = await rowsOf(id);
  expect(indexed.map(({ field }) => field).toSorted()).toEqual(["orderId", "trnref"]);
  expect(Math.max(...indexed.map(({ value }) => Buffer.byteLength(value)))).toBeLessThanOrEqual(100);
  const evicted = await forged("hotel", { orderId: "HB-EVICTED", trnref: "930002" });
  await fixture.fold();
  expect(await rowsOf(evicted)).toHaveLength(2);
  await db.delete(delivery).where(eq(delivery.id, evicted));
  expect(await rowsOf(evicted)).toEqual([]);
  const [row] = await db.select().from(delivery).where(eq(delivery.id, id));
  if (!row) throw new Error("The delivery is not stored.");
  const source = await createEndpointSource({ db, vault }).findOne(fixture.endpointId("hotel"));
  if (!source) throw new Error("The endpoint is not stored.");
  await rebuildDelivery(db, vault, { row, endpoint: { ...source, keys: [] } });
  expect(await rowsOf(id)).toHaveLength(2);
  expect((await search("930001"))[0]).toMatchObject({ verification: "not_verified" });
  await rebuildDelivery(db, vault, { row: { ...row, verdict: "not_checkable" }, endpoint: { ...source, keys: [forger.key] } });
  expect(await rowsOf(id)).toEqual([]);
  expect((await search("930001"))[0]).toMatchObject({ verification: "verified" });
  await db.delete(delivery).where(eq(delivery.id, id));
  expect(await search("930001")).toEqual([]);
});
