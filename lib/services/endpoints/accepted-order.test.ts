import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { listUnverified } from "#lib/db/notifications/notifications.ts";
import { delivery, eventKey, refusedKey } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, type Entry, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { reverifyMerchant } from "../notifications/reverify-notification.ts";
import { createEndpoint } from "./endpoints.ts";
import {
  accepted,
  beforeCurrency,
  createOrderFixture,
  inOrder,
  type OrderFixture,
  problemOf,
  usual,
  withStore,
} from "./testing/order-fixture.ts";

const beforeOrder = ["IPCmethod", "SID", "Amount", "Currency", "StoreID", "OrderID"];

const slugs = ["between", "rollback", "both", "twice", "chain", "reversed", "flood", "loose", "here", "elsewhere"];
let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await createOrderFixture(slugs);
});
afterAll(() => fixture.drop());

// An attack would have the order 77 paid by a payment for the order S7-77, sent in the usual order.
test("a name between Currency and OrderID is never offered and never accepted", async () => {
  await fixture.refuse("between", ["B1", "B2", "B3"], beforeOrder);
  expect((await fixture.read("between")).candidates).toEqual([]);
  const refused = await fixture.accept("between", beforeOrder).catch((problem: unknown) => problem);
  const message =
    "OrderID must follow Currency: with a name between them, an order number that holds a dash would read as two values.";
  expect(refused).toMatchObject({ code: "invalid_input", fields: [{ field: "order", message }] });
});

// A bug would hide from the shop that the gateway returned the money.
test("an order is accepted for the methods with evidence only, and an ordinary Rollback still reverses", async () => {
  await fixture.refuse("rollback", ["RB1", "RB2", "RB3"]);
  expect((await fixture.accept("rollback", withStore)).methods).toEqual(["IPCPurchaseNotify"]);
  const paid = await fixture.receiveSigned("rollback", inOrder(withStore, "R-1"));
  const back = await fixture.receiveSigned("rollback", rollbackEntries({ orderId: "R-1" }));
  expect(await fixture.findRow("rollback", back)).toMatchObject({ verdict: "valid", fieldOrder: null });
  expect(await fixture.findRow("rollback", paid)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  await fixture.fold();
  expect((await getNotification(fixture.ctx(), { ...fixture.at("rollback"), id: paid })).state).toBe("reversed");
});

// An attack would get goods for a returned payment, by resending its notification while its Rollback stays rejected.
test("stored Rollbacks are verified again as soon as their order is accepted", async () => {
  const orderIds = ["V1", "V2", "V3"];
  const [first = ""] = await fixture.refuse("reversed", orderIds);
  const front = (orderId: string) => inOrder(withStore, orderId, [["IPCmethod", "IPCPurchaseRollback"]]).slice(0, 6);
  const rollbacks: string[] = [];
  for (const orderId of orderIds) rollbacks.push(await fixture.receiveSigned("reversed", front(orderId)));
  expect((await fixture.accept("reversed", withStore)).methods).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback"]);
  for (const id of rollbacks) expect((await fixture.findRow("reversed", id)).verdict).toBe("valid");
  await fixture.receiveSigned("reversed", inOrder(withStore, "V1"));
  await fixture.fold();
  expect((await getNotification(fixture.ctx(), { ...fixture.at("reversed"), id: first })).state).toBe("reversed");
});

test("a method whose evidence comes later is added to the order in force", async () => {
  await fixture.refuse("both", ["BO1", "BO2", "BO3"]);
  await fixture.accept("both", withStore);
  expect(await problemOf(fixture.accept("both", withStore))).toEqual(["conflict", undefined]);
  const rollback: Entry[] = [["IPCmethod", "IPCPurchaseRollback"]];
  const ids: string[] = [];
  for (const orderId of ["BO1", "BO2", "BO3"]) {
    expect((await fixture.read("both")).candidates).toEqual([]);
    ids.push(await fixture.receiveSigned("both", inOrder(withStore, orderId, rollback).slice(0, 6)));
  }
  expect((await fixture.read("both")).candidates).toMatchObject([
    { order: withStore, methods: ["IPCPurchaseRollback"], texts: 3 },
  ]);
  const { db } = fixture.store;
  const endpointId = fixture.endpointId("both");
  const target = { mode: "desk_answers", url: "https://shop.eu/notify" } as const;
  await saveForwardTarget(db, fixture.ctx().vault, { endpointId, target, by: "test", at: new Date() });
  expect(await fixture.accept("both", withStore)).toMatchObject({
    inForce: withStore,
    methods: ["IPCPurchaseNotify", "IPCPurchaseRollback"],
    candidates: [],
  });
  for (const id of ids) expect((await fixture.findRow("both", id)).verdict).toBe("valid");
  // The shop gets them too: it may have been told of the payments.
  const forwards = await listForwardRows(db, { endpointId, limit: 9 });
  expect(forwards.map(({ deliveryId, state }) => [deliveryId, state]).toSorted()).toEqual(
    ids.map((id) => [id, "pending"]).toSorted(),
  );
});

// A bug would lose one administrator's change although the audit log shows it as in force.
test("of two concurrent administrators one gets a conflict", async () => {
  await fixture.refuse("twice", ["TW1", "TW2", "TW3"]);
  await fixture.refuse("twice", ["B1", "B2", "B3"], beforeCurrency);
  const results = await Promise.allSettled([fixture.accept("twice", withStore), fixture.accept("twice", beforeCurrency)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  const changes = (await readAudit(fixture.ctx())).filter(
    ({ act, target }) => act === "endpoint.field_order_changed" && target === fixture.endpointId("twice"),
  );
  expect(changes).toHaveLength(1);
});

// An attack would get goods for 999.00 with a payment of 1.00 made under the previous order.
test("another order replaces the usual one, and messages of the previous order are compared as well", async () => {
  const long = ["IPCmethod", "SID", "A", "B", "C", "D", "Amount", "Currency", "OrderID"];
  const inLong = (orderId: string) =>
    inOrder(long, orderId, [
      ["A", "a1"],
      ["B", "b1"],
      ["C", "c1"],
      ["D", "d1"],
    ]);
  await fixture.refuse("chain", ["CH1", "CH2", "CH3"]);
  await fixture.accept("chain", withStore);
  for (const orderId of ["L1", "L2", "L3"]) await fixture.receiveSigned("chain", inLong(orderId));
  expect(await problemOf(fixture.accept("chain", long))).toEqual(["conflict", undefined]);
  await fixture.accept("chain", usual);
  expect((await fixture.accept("chain", long)).inForce).toEqual(long);
  const cheap = inOrder(withStore, "X-999.00-EUR-Y", [["Amount", "1.00"]]);
  const [method = ["", ""], sid = ["", ""], , , , , ...rest] = cheap;
  const added: Entry[] = [
    ["A", "S7"],
    ["B", "1.00"],
    ["C", "EUR"],
    ["D", "X"],
  ];
  const dear: Entry[] = [method, sid, ...added, ["Amount", "999.00"], ["Currency", "EUR"], ["OrderID", "Y"], ...rest];
  const id = await fixture.receive("chain", fixture.renamed(dear, cheap));
  expect(await fixture.findRow("chain", id)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const genuine = await fixture.receiveSigned("chain", inLong("L4"));
  expect(await fixture.findRow("chain", genuine)).toMatchObject({ verdict: "valid", fieldOrder: long });
});

// A flood of forgeries would hide rejected genuine notifications.
test("genuine notifications are verified again before forgeries, however many came later", {
  meta: { slow: "Receives 210 forgeries one after another." },
}, async () => {
  await fixture.refuse("flood", ["FL1", "FL2", "FL3"]);
  const stranger = createSigner();
  for (let at = 0; at < 201; at += 1)
    await fixture.receive("flood", signedBody(notifyEntries({ orderId: `F${at}` }), stranger), {
      receivedAt: new Date(Date.now() + 60_000),
    });
  await fixture.accept("flood", withStore);
  const recheck = (input: unknown) => reverifyMerchant(fixture.ctx(), { ...fixture.at("flood"), input });
  const first = await recheck({});
  expect(first).toMatchObject({ verified: 200, nowValid: 3, hasMore: true });
  // The rest, and not the same ones again.
  expect(await recheck({ cursor: first.nextCursor })).toMatchObject({
    verified: 4,
    nowValid: 0,
    hasMore: false,
    nextCursor: null,
  });
  // With other rules the ones read before may be valid.
  await updateEndpoint(fixture.store.db, fixture.endpointId("flood"), { strictLayout: false });
  expect(await recheck({ cursor: first.nextCursor })).toMatchObject({ verified: 200, hasMore: true });
  await updateEndpoint(fixture.store.db, fixture.endpointId("flood"), { strictLayout: true });
  await expect(recheck({ cursor: "x" })).rejects.toMatchObject({ code: "invalid_input" });
  // What no certificate could check comes first.
  const uncheckable = await fixture.receive("flood", signedBody(notifyEntries({ orderId: "FIRST" }), stranger));
  await fixture.store.db.update(delivery).set({ verdict: "not_checkable" }).where(eq(delivery.id, uncheckable));
  const { merchantId } = await fixture.findRow("flood", uncheckable);
  const rows = await listUnverified(fixture.store.db, { merchantId, limit: 1 });
  expect(rows.map(({ id }) => id)).toEqual([uncheckable]);
});

test("where the order is not required no candidate is offered, and none is stored with what was verified", async () => {
  await fixture.refuse("loose", ["LO1", "LO2", "LO3"]);
  expect((await fixture.read("loose")).candidates).toHaveLength(1);
  await updateEndpoint(fixture.store.db, fixture.endpointId("loose"), { strictLayout: false });
  expect((await fixture.read("loose")).candidates).toEqual([]);
  await updateEndpoint(fixture.store.db, fixture.endpointId("loose"), { fieldOrder: accepted });
  const id = await fixture.receiveSigned("loose", notifyEntries({ orderId: "N1" }));
  expect(await fixture.findRow("loose", id)).toMatchObject({ verdict: "valid", fieldOrder: null });
});

// An attack would reuse a paid text under other names, here or at another endpoint of the same store.
test.each(["here", "elsewhere"])("texts that acted already, %s, are no evidence for other names", async (place) => {
  const input = { sid: "000000000000010", certificates: [fixture.signer.publicKeyPem] };
  const other = await createEndpoint(fixture.ctx(), { environment, merchant: place, input });
  const [id = ""] = await fixture.refuse(place, [`${place}1`, `${place}2`, `${place}3`]);
  expect((await fixture.read(place)).candidates).toHaveLength(1);
  const [row] = await fixture.store.db.select().from(refusedKey).where(eq(refusedKey.deliveryId, id));
  if (!row) throw new Error("not kept");
  const endpointId = place === "here" ? fixture.endpointId(place) : other.id;
  const acted = { endpointId, hash: row.hash, reading: row.hash, eventId: crypto.randomUUID() };
  await fixture.store.db.insert(eventKey).values(acted);
  expect((await fixture.read(place)).candidates).toEqual([]);
});

// An attack would send a message under any names, where an order without names accepts all.
test("an invalid stored order leaves the usual one in force", async () => {
  const { db } = fixture.store;
  for (const broken of [[], { names: [], methods: ["IPCPurchaseNotify"], earlier: [] }, withStore]) {
    await updateEndpoint(db, fixture.endpointId("between"), { fieldOrder: broken as never });
    expect(await fixture.read("between")).toMatchObject({ inForce: usual, methods: [] });
    const id = await fixture.receiveSigned("between", [
      ["IPCmethod", "IPCPurchaseNotify"],
      ["OrderID", "1"],
      ["More", crypto.randomUUID()],
    ]);
    expect(await fixture.findRow("between", id)).toMatchObject({ verdict: "invalid" });
  }
});
