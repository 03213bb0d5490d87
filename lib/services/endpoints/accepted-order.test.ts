import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { createSigner, type Entry, notifyEntries, rollbackEntries, signedBody } from "../../notify/testing/sign.ts";
import { updateEndpoint } from "../../store/endpoints.ts";
import { eventKey, refusedKey } from "../../store/schema/notification.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { reverifyMerchant } from "../notifications/reverify-notification.ts";
import { createEndpoint } from "./endpoints.ts";
import {
  accepted,
  beforeCurrency,
  createOrderDesk,
  inOrder,
  type OrderDesk,
  problemOf,
  usual,
  withStore,
} from "./testing/order-desk.ts";

const beforeOrder = ["IPCmethod", "SID", "Amount", "Currency", "StoreID", "OrderID"];

const slugs = ["between", "rollback", "both", "twice", "chain", "reversed", "flood", "loose", "here", "elsewhere"];
let desk: OrderDesk;
beforeAll(async () => {
  desk = await createOrderDesk(slugs);
});
afterAll(() => desk.drop());

// Would win: the order 77 paid by a payment for the order S7-77, which the gateway sent in the usual order.
test("a name between Currency and OrderID is never offered and never taken", async () => {
  await desk.refuse("between", ["B1", "B2", "B3"], beforeOrder);
  expect((await desk.read("between")).candidates).toEqual([]);
  const refused = await desk.accept("between", beforeOrder).catch((problem: unknown) => problem);
  const message =
    "OrderID must follow Currency: with a name between them, an order number that holds a dash would read as two values.";
  expect(refused).toMatchObject({ code: "invalid_input", fields: [{ field: "order", message }] });
});

// Would lose: the shop's knowledge of money that the gateway gave back.
test("an order is accepted for the methods with evidence only, and an ordinary Rollback still reverses", async () => {
  await desk.refuse("rollback", ["RB1", "RB2", "RB3"]);
  expect((await desk.accept("rollback", withStore)).methods).toEqual(["IPCPurchaseNotify"]);
  const paid = await desk.receiveSigned("rollback", inOrder(withStore, "R-1"));
  const back = await desk.receiveSigned("rollback", rollbackEntries({ orderId: "R-1" }));
  expect(await desk.findRow("rollback", back)).toMatchObject({ verdict: "valid", fieldOrder: null });
  expect(await desk.findRow("rollback", paid)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  await desk.fold();
  expect((await getNotification(desk.ctx(), { ...desk.at("rollback"), id: paid })).state).toBe("reversed");
});

// Would win: goods for a payment that was given back, by its notice sent again while its Rollback stays refused.
test("kept Rollbacks are verified again as soon as their order is accepted", async () => {
  const orderIds = ["V1", "V2", "V3"];
  const [first = ""] = await desk.refuse("reversed", orderIds);
  const front = (orderId: string) => inOrder(withStore, orderId, [["IPCmethod", "IPCPurchaseRollback"]]).slice(0, 6);
  const rollbacks: string[] = [];
  for (const orderId of orderIds) rollbacks.push(await desk.receiveSigned("reversed", front(orderId)));
  expect((await desk.accept("reversed", withStore)).methods).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback"]);
  for (const id of rollbacks) expect((await desk.findRow("reversed", id)).verdict).toBe("valid");
  await desk.receiveSigned("reversed", inOrder(withStore, "V1"));
  await desk.fold();
  expect((await getNotification(desk.ctx(), { ...desk.at("reversed"), id: first })).state).toBe("reversed");
});

test("a method whose evidence comes later is added to the order in force", async () => {
  await desk.refuse("both", ["BO1", "BO2", "BO3"]);
  await desk.accept("both", withStore);
  expect(await problemOf(desk.accept("both", withStore))).toEqual(["conflict", undefined]);
  const rollback: Entry[] = [["IPCmethod", "IPCPurchaseRollback"]];
  const ids: string[] = [];
  for (const orderId of ["BO1", "BO2", "BO3"]) {
    expect((await desk.read("both")).candidates).toEqual([]);
    ids.push(await desk.receiveSigned("both", inOrder(withStore, orderId, rollback).slice(0, 6)));
  }
  expect((await desk.read("both")).candidates).toMatchObject([{ order: withStore, methods: ["IPCPurchaseRollback"], texts: 3 }]);
  expect(await desk.accept("both", withStore)).toMatchObject({
    inForce: withStore,
    methods: ["IPCPurchaseNotify", "IPCPurchaseRollback"],
    candidates: [],
  });
  for (const id of ids) expect((await desk.findRow("both", id)).verdict).toBe("valid");
});

// Would lose: what one of them accepted and the audit log says is in force.
test("of two administrators at once one is told that the order was changed meanwhile", async () => {
  await desk.refuse("twice", ["TW1", "TW2", "TW3"]);
  await desk.refuse("twice", ["B1", "B2", "B3"], beforeCurrency);
  const results = await Promise.allSettled([desk.accept("twice", withStore), desk.accept("twice", beforeCurrency)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  const changes = (await readAudit(desk.ctx())).filter(
    ({ act, target }) => act === "endpoint.field_order_changed" && target === desk.endpointId("twice"),
  );
  expect(changes).toHaveLength(1);
});

// Would win: goods for 999.00 with a payment of 1.00 from the time of the order before.
test("another order takes the way over the usual one, and messages of the order before are compared as well", async () => {
  const long = ["IPCmethod", "SID", "A", "B", "C", "D", "Amount", "Currency", "OrderID"];
  const inLong = (orderId: string) =>
    inOrder(long, orderId, [
      ["A", "a1"],
      ["B", "b1"],
      ["C", "c1"],
      ["D", "d1"],
    ]);
  await desk.refuse("chain", ["CH1", "CH2", "CH3"]);
  await desk.accept("chain", withStore);
  for (const orderId of ["L1", "L2", "L3"]) await desk.receiveSigned("chain", inLong(orderId));
  expect(await problemOf(desk.accept("chain", long))).toEqual(["conflict", undefined]);
  await desk.accept("chain", usual);
  expect((await desk.accept("chain", long)).inForce).toEqual(long);
  const cheap = inOrder(withStore, "X-999.00-EUR-Y", [["Amount", "1.00"]]);
  const [method = ["", ""], sid = ["", ""], , , , , ...rest] = cheap;
  const added: Entry[] = [
    ["A", "S7"],
    ["B", "1.00"],
    ["C", "EUR"],
    ["D", "X"],
  ];
  const dear: Entry[] = [method, sid, ...added, ["Amount", "999.00"], ["Currency", "EUR"], ["OrderID", "Y"], ...rest];
  const id = await desk.receive("chain", desk.renamed(dear, cheap));
  expect(await desk.findRow("chain", id)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const genuine = await desk.receiveSigned("chain", inLong("L4"));
  expect(await desk.findRow("chain", genuine)).toMatchObject({ verdict: "valid", fieldOrder: long });
});

// Would win: refused genuine notifications that nobody finds again, behind forgeries that anybody can send.
test("genuine notifications are verified again before forgeries, however many came later", {
  meta: { slow: "Receives 210 forgeries one after another." },
}, async () => {
  await desk.refuse("flood", ["FL1", "FL2", "FL3"]);
  const stranger = createSigner();
  for (let at = 0; at < 201; at += 1)
    await desk.receive("flood", signedBody(notifyEntries({ orderId: `F${at}` }), stranger), {
      receivedAt: new Date(Date.now() + 60_000),
    });
  await desk.accept("flood", withStore);
  expect(await reverifyMerchant(desk.ctx(), desk.at("flood"))).toEqual({ verified: 200, nowValid: 3, hasMore: true });
});

test("where the order is not demanded no candidate is offered, and none is kept with what was verified", async () => {
  await desk.refuse("loose", ["LO1", "LO2", "LO3"]);
  expect((await desk.read("loose")).candidates).toHaveLength(1);
  await updateEndpoint(desk.store.db, desk.endpointId("loose"), { strictLayout: false });
  expect((await desk.read("loose")).candidates).toEqual([]);
  await updateEndpoint(desk.store.db, desk.endpointId("loose"), { fieldOrder: accepted });
  const id = await desk.receiveSigned("loose", notifyEntries({ orderId: "N1" }));
  expect(await desk.findRow("loose", id)).toMatchObject({ verdict: "valid", fieldOrder: null });
});

// Would win: other names for values that were paid once already, here or at another address of the same store.
test.each(["here", "elsewhere"])("texts that acted already, %s, are no evidence for other names", async (place) => {
  const input = { sid: "000000000000010", certificates: [desk.signer.publicKeyPem] };
  const other = await createEndpoint(desk.ctx(), { environment, merchant: place, input });
  const [id = ""] = await desk.refuse(place, [`${place}1`, `${place}2`, `${place}3`]);
  expect((await desk.read(place)).candidates).toHaveLength(1);
  const [row] = await desk.store.db.select().from(refusedKey).where(eq(refusedKey.deliveryId, id));
  if (!row) throw new Error("not kept");
  const endpointId = place === "here" ? desk.endpointId(place) : other.id;
  const acted = { endpointId, hash: row.hash, reading: row.hash, eventId: crypto.randomUUID() };
  await desk.store.db.insert(eventKey).values(acted);
  expect((await desk.read(place)).candidates).toEqual([]);
});

// Would win: a message under any names, where an order without names finds none misplaced.
test("a stored order that is none leaves the usual one in force", async () => {
  const { db } = desk.store;
  for (const broken of [[], { names: [], methods: ["IPCPurchaseNotify"], earlier: [] }, withStore]) {
    await updateEndpoint(db, desk.endpointId("between"), { fieldOrder: broken as never });
    expect(await desk.read("between")).toMatchObject({ inForce: usual, methods: [] });
    const id = await desk.receiveSigned("between", [
      ["IPCmethod", "IPCPurchaseNotify"],
      ["OrderID", "1"],
      ["More", crypto.randomUUID()],
    ]);
    expect(await desk.findRow("between", id)).toMatchObject({ verdict: "invalid" });
  }
});
