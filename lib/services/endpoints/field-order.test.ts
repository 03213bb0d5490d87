import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FieldOrderCandidate } from "../../contract/field-order.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import {
  createSigner,
  type Entry,
  encodeEntries,
  notifyEntries,
  returnEntries,
  rollbackEntries,
  signEntries,
  signedBody,
} from "../../notify/testing/sign.ts";
import { saveMerchant } from "../../store/credentials.ts";
import { updateEndpoint } from "../../store/endpoints.ts";
import { findDelivery } from "../../store/notifications.ts";
import { rebuildDelivery } from "../../store/rebuild-delivery.ts";
import { eventKey, notifyCertificate, refusedKey } from "../../store/schema/notification.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { findEndpointNow } from "../notifications/endpoint-rules.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { reverifyMerchant, reverifyNotification } from "../notifications/reverify-notification.ts";
import { createReceiveDesk, type ReceiveDesk } from "../notifications/testing/receive-desk.ts";
import { readRedirect } from "../returns/return-state.ts";
import { changeFieldOrder } from "./change-field-order.ts";
import { createEndpoint } from "./endpoints.ts";
import { getFieldOrder } from "./get-field-order.ts";

const usual = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"];
const withStore = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];
const beforeCurrency = ["IPCmethod", "SID", "Amount", "StoreID", "Currency", "OrderID"];
const beforeOrder = ["IPCmethod", "SID", "Amount", "Currency", "StoreID", "OrderID"];
const nothing = { inForce: usual, methods: [], usual, candidates: [] };
const accepted = { names: withStore, methods: ["IPCPurchaseNotify"], earlier: [] };

const slugs = [
  ...["offered", "few", "forged", "acted", "ended", "asked", "accepted", "older", "split", "back", "redirect"],
  ...["between", "rollback", "both", "twice", "chain", "reversed", "flood", "loose", "sibling"],
];
let desk: ReceiveDesk;
beforeAll(async () => {
  desk = await createReceiveDesk(slugs);
});
afterAll(() => desk.drop());

const at = (merchant: string) => ({ environment, merchant, id: desk.endpointId(merchant) }) as const;
const read = (merchant: string) => getFieldOrder(desk.ctx({ role: "viewer" }), at(merchant));
const accept = (merchant: string, order: readonly string[], person = {}) =>
  changeFieldOrder(desk.ctx(person), { ...at(merchant), input: { order, name: merchant } });
const findRow = async (merchant: string, id: string) => {
  const row = await findDelivery(desk.store.db, { merchantId: (await desk.merchant(merchant)).id, id });
  if (!row) throw new Error("not stored");
  return row;
};
const problemOf = async (doing: Promise<unknown>) => {
  const thrown = (await doing.catch((problem: unknown) => problem)) as { code?: string; fields?: { field: string }[] };
  return [thrown.code, thrown.fields?.[0]?.field];
};

/** A payment's notice with its first names in this order. */
function inOrder(order: readonly string[], orderId: string, more: Entry[] = []): Entry[] {
  const known = new Map<string, string | Uint8Array>([["StoreID", "S7"], ...notifyEntries({ orderId }), ...more]);
  const rest = notifyEntries({ orderId, trnref: `T-${orderId}` }).filter(([name]) => !order.includes(name));
  return [...order.map((name): Entry => [name, known.get(name) ?? ""]), ...rest];
}

/** These names over the signature of other entries with the same signed text. */
const renamed = (entries: readonly Entry[], signedAs: readonly Entry[]) =>
  encodeEntries([...entries, ["Signature", signEntries(signedAs, desk.signer.privateKey)]]);

/** All endpoints are of one store, so each test has its own order numbers. */
async function refuse(merchant: string, orderIds: readonly string[], order = withStore): Promise<string[]> {
  const ids: string[] = [];
  for (const orderId of orderIds) ids.push(await desk.receiveSigned(merchant, inOrder(order, orderId)));
  return ids;
}

test("an order is offered once three different texts with different order numbers arrived in it, with evidence", async () => {
  const before = await desk.receiveSigned("offered", notifyEntries({ orderId: "BEFORE" }));
  const ids = await refuse("offered", ["A-1", "A-2"]);
  expect(await read("offered")).toEqual(nothing);
  ids.push(...(await refuse("offered", ["A-3"])));
  await refuse("offered", ["A-3"]);
  const { candidates } = await read("offered");
  const [candidate] = candidates as [FieldOrderCandidate];
  expect(candidates).toHaveLength(1);
  expect(candidate).toMatchObject({
    order: withStore,
    methods: ["IPCPurchaseNotify"],
    texts: 3,
    orders: 3,
    examples: ids.toReversed(),
    validSince: 0,
  });
  expect(candidate.firstSeenAt < candidate.lastSeenAt).toBe(true);
  await desk.receiveSigned("offered", notifyEntries({ orderId: "BESIDE" }));
  expect((await read("offered")).candidates).toMatchObject([{ validSince: 1 }]);
  expect((await findRow("offered", before)).verdict).toBe("valid");
});

// Would win: an order of the attacker's choice, by one message that came under it often enough.
test("fewer than three texts, or texts with equal order numbers, are no candidate", async () => {
  const more = (trnref: string): Entry[] => [...inOrder(withStore, "SAME"), ["More", trnref]];
  for (const trnref of ["1", "2", "3", "4"]) await desk.receiveSigned("few", more(trnref));
  await refuse("few", ["OTHER"]);
  expect((await read("few")).candidates).toEqual([]);
  expect(await problemOf(accept("few", withStore))).toEqual(["invalid_input", "order"]);
});

// Would win: names for forged messages, which anybody can send in any number.
test("a candidate from forgeries only is never offered", async () => {
  const stranger = createSigner();
  for (const orderId of ["F-1", "F-2", "F-3", "F-4"]) {
    await desk.receive("forged", signedBody(inOrder(withStore, orderId), stranger));
    await desk.receive("forged", encodeEntries(inOrder(withStore, orderId)));
    // Genuine, and with a value that a new name must not take.
    await desk.receiveSigned("forged", inOrder(withStore, `${orderId}-D`, [["StoreID", "a-b"]]));
    // A customer's own confirmation is correctly signed too.
    await desk.receiveSigned("forged", inOrder(withStore, `${orderId}-R`, [["IPCmethod", "IPCPurchaseOK"]]));
  }
  expect((await read("forged")).candidates).toEqual([]);
  expect(await problemOf(accept("forged", withStore))).toEqual(["invalid_input", "order"]);
});

// Would win: other names for values that were paid once already.
test("texts that acted already are no evidence for other names", async () => {
  for (const orderId of ["P-1", "P-2", "P-3"]) {
    const entries = notifyEntries({ orderId });
    const [method = ["", ""], sid = ["", ""], amount = ["", ""], currency = ["", ""], , ...rest] = entries;
    const [before = "", after = ""] = orderId.split("-");
    const split: Entry[] = [method, sid, amount, currency, ["StoreID", before], ["OrderID", `${after}`], ...rest];
    await desk.receive("acted", renamed(split, entries));
    await desk.receiveSigned("acted", entries);
  }
  expect((await read("acted")).candidates).toEqual([]);
});

test("only a certificate in force proves evidence", async () => {
  const { db } = desk.store;
  const endpointId = desk.endpointId("ended");
  await refuse("ended", ["E-1", "E-2", "E-3"]);
  expect((await read("ended")).candidates).toHaveLength(1);
  await db
    .update(notifyCertificate)
    .set({ endsAt: new Date(0) })
    .where(eq(notifyCertificate.endpointId, endpointId));
  expect((await read("ended")).candidates).toEqual([]);
});

// Would lose: every later payment of the merchant, by one click or with a session left open.
test("it takes an administrator, the merchant's typed name and in production a fresh re-authentication, and is audited", async () => {
  const { vault } = desk.ctx();
  const secrets = { clientId: "cli_p", clientSecret: "sec_p", by: "test" };
  await saveMerchant(desk.store.db, vault, { environment: "production", slug: "asked", name: "Asked", sid: "1", ...secrets });
  const publicOrigin = "https://desk.shop.eu";
  const now = new Date(desk.ctx().clock.now());
  const ctxOf = (provenAt: Date, role: "admin" | "support" = "admin") => ({
    ...desk.ctx({ environments: ["production"], provenAt, role }),
    publicOrigin,
  });
  const place = { environment: "production", merchant: "asked" } as const;
  const { id } = await createEndpoint(ctxOf(now), { ...place, input: { sid: "1" } });
  await updateEndpoint(desk.store.db, id, { fieldOrder: accepted });
  const change = (ctx: ReturnType<typeof ctxOf>, input: unknown) => changeFieldOrder(ctx, { ...place, id, input });
  const input = { order: usual, name: "Asked" };
  expect(await problemOf(change(ctxOf(now, "support"), input))).toEqual(["forbidden", undefined]);
  expect(await problemOf(change(ctxOf(new Date(now.getTime() - 11 * 60_000)), input))).toEqual(["proof_required", undefined]);
  for (const name of [undefined, "", "another"]) {
    expect(await problemOf(change(ctxOf(now), { order: usual, name }))).toEqual(["invalid_input", "name"]);
  }
  for (const order of [undefined, [], usual.slice(1), "IPCmethod"]) {
    expect(await problemOf(change(ctxOf(now), { order, name: "Asked" }))).toEqual(["invalid_input", "order"]);
  }
  expect(await change(ctxOf(now), input)).toEqual(nothing);
  expect(await problemOf(change(ctxOf(now), input))).toEqual(["conflict", undefined]);
  const rows = (await readAudit(desk.ctx())).filter(({ act }) => act === "endpoint.field_order_changed");
  expect(rows.map(({ target, detail }) => [target, detail])).toEqual([[id, { from: withStore.join(), to: usual.join() }]]);
});

test("what was refused is valid once verified again under the accepted order, and acts exactly once", async () => {
  const ids = await refuse("accepted", ["R-1", "R-2", "R-3"]);
  const [first = ""] = ids;
  expect((await accept("accepted", withStore)).inForce).toEqual(withStore);
  expect((await findRow("accepted", first)).verdict).toBe("invalid");
  expect(await reverifyNotification(desk.ctx(), { ...at("accepted"), id: first })).toMatchObject({ nowValid: 1 });
  expect(await reverifyNotification(desk.ctx(), { ...at("accepted"), id: first })).toMatchObject({ nowValid: 0 });
  expect(await findRow("accepted", first)).toMatchObject({ verdict: "valid", eventId: first, fieldOrder: withStore });
  // Sent again it only counts, in whatever encoding.
  await desk.receiveSigned("accepted", inOrder(withStore, "R-1"));
  await desk.receive("accepted", `&${signedBody(inOrder(withStore, "R-1"), desk.signer)}`);
  expect(await findRow("accepted", first)).toMatchObject({ seen: 3, conflict: false, genuineRefused: false });
  // The gateway itself tries again.
  await desk.receiveSigned("accepted", inOrder(withStore, "R-2"));
  expect(await findRow("accepted", ids[1] ?? "")).toMatchObject({ verdict: "valid", eventId: ids[1], fieldOrder: withStore });
  expect(await reverifyMerchant(desk.ctx(), at("accepted"))).toMatchObject({ nowValid: 1 });
  await desk.fold();
  const shown = await getNotification(desk.ctx(), { ...at("accepted"), id: first });
  expect(shown).toMatchObject({ verdict: "valid", orderId: "R-1", amountMinor: 20000, rejection: null });
  expect(shown.working.firstDifference).toBeNull();
  const fresh = await desk.receiveSigned("accepted", inOrder(withStore, "R-4"));
  expect(await findRow("accepted", fresh)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const audited = (await readAudit(desk.ctx())).filter(({ target }) => target === desk.endpointId("accepted"));
  const evidence = { methods: "IPCPurchaseNotify", texts: 3, examples: ids.toReversed() };
  expect(audited.at(-1)?.detail).toEqual({ from: usual.join(), to: withStore.join(), ...evidence });
});

test("an older delivery keeps the order that it was verified under; an old-form message is refused from then on", async () => {
  const old = await desk.receiveSigned("older", notifyEntries({ orderId: "OLD-1" }));
  await refuse("older", ["O-1", "O-2", "O-3"]);
  await accept("older", withStore);
  const endpoint = await findEndpointNow(desk.ctx(), desk.endpointId("older"));
  if (!endpoint) throw new Error("no endpoint");
  const row = await findRow("older", old);
  expect(await rebuildDelivery(desk.store.db, desk.ctx().vault, { row, endpoint })).toEqual({ verdict: "valid" });
  expect(await findRow("older", old)).toMatchObject({ verdict: "valid", reasons: [], fieldOrder: null, eventId: old });
  const { working } = await getNotification(desk.ctx(), { ...at("older"), id: old });
  expect(working.firstDifference).toBeNull();
  const late = await desk.receiveSigned("older", notifyEntries({ orderId: "OLD-2" }));
  expect(await findRow("older", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"], genuineRefused: true });
});

// Would win: a second order paid by the same text, split so that another part is the order number.
test("a signed text that acted under another split never acts again", async () => {
  const entries = notifyEntries({ orderId: "EUR-77" });
  const [method = ["", ""], sid = ["", ""], , , , ...rest] = entries;
  const acted = await desk.receiveSigned("split", entries);
  await refuse("split", ["SP1", "SP2", "SP3"], beforeCurrency);
  await accept("split", beforeCurrency);
  const front: Entry[] = [method, sid, ["Amount", "200.00"], ["StoreID", "EUR"], ["Currency", "EUR"], ["OrderID", "77"]];
  const other = await desk.receive("split", renamed([...front, ...rest], entries));
  expect(await findRow("split", other)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  await desk.fold();
  const shown = await getNotification(desk.ctx(), { ...at("split"), id: other });
  expect([shown.state, shown.gateway]).toEqual([null, null]);
  expect(await findRow("split", acted)).toMatchObject({ verdict: "valid", conflict: false });
});

// Would win: the order 77 paid by a payment for the order S7-77, which the gateway sent in the usual order.
test("a name between Currency and OrderID is never offered and never taken", async () => {
  await refuse("between", ["B1", "B2", "B3"], beforeOrder);
  expect((await read("between")).candidates).toEqual([]);
  const refused = await accept("between", beforeOrder).catch((problem: unknown) => problem);
  const message =
    "OrderID must follow Currency: with a name between them, an order number that holds a dash would read as two values.";
  expect(refused).toMatchObject({ code: "invalid_input", fields: [{ field: "order", message }] });
});

// Would lose: the shop's knowledge of money that the gateway gave back.
test("an order is accepted for the methods with evidence only, and an ordinary Rollback still reverses", async () => {
  await refuse("rollback", ["RB1", "RB2", "RB3"]);
  expect((await accept("rollback", withStore)).methods).toEqual(["IPCPurchaseNotify"]);
  const paid = await desk.receiveSigned("rollback", inOrder(withStore, "R-1"));
  const back = await desk.receiveSigned("rollback", rollbackEntries({ orderId: "R-1" }));
  expect(await findRow("rollback", back)).toMatchObject({ verdict: "valid", fieldOrder: null });
  expect(await findRow("rollback", paid)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  await desk.fold();
  expect((await getNotification(desk.ctx(), { ...at("rollback"), id: paid })).state).toBe("reversed");
});

// Would win: goods for a payment that was given back, by its notice sent again while its Rollback stays refused.
test("kept Rollbacks are verified again as soon as their order is accepted", async () => {
  const orderIds = ["V1", "V2", "V3"];
  const [first = ""] = await refuse("reversed", orderIds);
  const front = (orderId: string) => inOrder(withStore, orderId, [["IPCmethod", "IPCPurchaseRollback"]]).slice(0, 6);
  const rollbacks: string[] = [];
  for (const orderId of orderIds) rollbacks.push(await desk.receiveSigned("reversed", front(orderId)));
  expect((await accept("reversed", withStore)).methods).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback"]);
  for (const id of rollbacks) expect((await findRow("reversed", id)).verdict).toBe("valid");
  await desk.receiveSigned("reversed", inOrder(withStore, "V1"));
  await desk.fold();
  expect((await getNotification(desk.ctx(), { ...at("reversed"), id: first })).state).toBe("reversed");
});

test("a method whose evidence comes later is added to the order in force", async () => {
  await refuse("both", ["BO1", "BO2", "BO3"]);
  await accept("both", withStore);
  expect(await problemOf(accept("both", withStore))).toEqual(["conflict", undefined]);
  const rollback: Entry[] = [["IPCmethod", "IPCPurchaseRollback"]];
  const ids: string[] = [];
  for (const orderId of ["BO1", "BO2", "BO3"]) {
    expect((await read("both")).candidates).toEqual([]);
    ids.push(await desk.receiveSigned("both", inOrder(withStore, orderId, rollback).slice(0, 6)));
  }
  expect((await read("both")).candidates).toMatchObject([{ order: withStore, methods: ["IPCPurchaseRollback"], texts: 3 }]);
  expect(await accept("both", withStore)).toMatchObject({
    inForce: withStore,
    methods: ["IPCPurchaseNotify", "IPCPurchaseRollback"],
    candidates: [],
  });
  for (const id of ids) expect((await findRow("both", id)).verdict).toBe("valid");
});

// Would lose: what one of them accepted and the audit log says is in force.
test("of two administrators at once one is told that the order was changed meanwhile", async () => {
  await refuse("twice", ["TW1", "TW2", "TW3"]);
  await refuse("twice", ["B1", "B2", "B3"], beforeCurrency);
  const results = await Promise.allSettled([accept("twice", withStore), accept("twice", beforeCurrency)]);
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
  await refuse("chain", ["CH1", "CH2", "CH3"]);
  await accept("chain", withStore);
  for (const orderId of ["L1", "L2", "L3"]) await desk.receiveSigned("chain", inLong(orderId));
  expect(await problemOf(accept("chain", long))).toEqual(["conflict", undefined]);
  await accept("chain", usual);
  expect((await accept("chain", long)).inForce).toEqual(long);
  const cheap = inOrder(withStore, "X-999.00-EUR-Y", [["Amount", "1.00"]]);
  const [method = ["", ""], sid = ["", ""], , , , , ...rest] = cheap;
  const added: Entry[] = [
    ["A", "S7"],
    ["B", "1.00"],
    ["C", "EUR"],
    ["D", "X"],
  ];
  const dear: Entry[] = [method, sid, ...added, ["Amount", "999.00"], ["Currency", "EUR"], ["OrderID", "Y"], ...rest];
  const id = await desk.receive("chain", renamed(dear, cheap));
  expect(await findRow("chain", id)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const genuine = await desk.receiveSigned("chain", inLong("L4"));
  expect(await findRow("chain", genuine)).toMatchObject({ verdict: "valid", fieldOrder: long });
});

// Would win: refused genuine notifications that nobody finds again, behind forgeries that anybody can send.
test("genuine notifications are verified again before forgeries, however many came later", async () => {
  await refuse("flood", ["FL1", "FL2", "FL3"]);
  const stranger = createSigner();
  for (let at = 0; at < 201; at += 1)
    await desk.receive("flood", signedBody(notifyEntries({ orderId: `F${at}` }), stranger), {
      receivedAt: new Date(Date.now() + 60_000),
    });
  await accept("flood", withStore);
  expect(await reverifyMerchant(desk.ctx(), at("flood"))).toEqual({ verified: 200, nowValid: 3, hasMore: true });
});

test("where the order is not demanded no candidate is offered, and none is kept with what was verified", async () => {
  await refuse("loose", ["LO1", "LO2", "LO3"]);
  expect((await read("loose")).candidates).toHaveLength(1);
  await updateEndpoint(desk.store.db, desk.endpointId("loose"), { strictLayout: false });
  expect((await read("loose")).candidates).toEqual([]);
  await updateEndpoint(desk.store.db, desk.endpointId("loose"), { fieldOrder: accepted });
  const id = await desk.receiveSigned("loose", notifyEntries({ orderId: "N1" }));
  expect(await findRow("loose", id)).toMatchObject({ verdict: "valid", fieldOrder: null });
});

// Would win: other names for values that were paid once already, at another address of the same store.
test("texts that acted at another endpoint of the same store are no evidence", async () => {
  const input = { sid: "000000000000010", certificates: [desk.signer.publicKeyPem] };
  const other = await createEndpoint(desk.ctx(), { environment, merchant: "sibling", input });
  const ids = await refuse("sibling", ["P-1", "P-2", "P-3"]);
  expect((await read("sibling")).candidates).toHaveLength(1);
  const [row] = await desk.store.db
    .select()
    .from(refusedKey)
    .where(eq(refusedKey.deliveryId, ids[0] ?? ""));
  if (!row) throw new Error("not kept");
  await desk.store.db
    .insert(eventKey)
    .values({ endpointId: other.id, hash: row.hash, reading: row.hash, eventId: crypto.randomUUID() });
  expect((await read("sibling")).candidates).toEqual([]);
});

// Would win: a message under any names, where an order without names finds none misplaced.
test("a stored order that is none leaves the usual one in force", async () => {
  const { db } = desk.store;
  for (const broken of [[], { names: [], methods: ["IPCPurchaseNotify"], earlier: [] }, withStore]) {
    await updateEndpoint(db, desk.endpointId("between"), { fieldOrder: broken as never });
    expect(await read("between")).toMatchObject({ inForce: usual, methods: [] });
    const id = await desk.receiveSigned("between", [
      ["IPCmethod", "IPCPurchaseNotify"],
      ["OrderID", "1"],
      ["More", crypto.randomUUID()],
    ]);
    expect(await findRow("between", id)).toMatchObject({ verdict: "invalid" });
  }
});

test("after going back the usual order is in force, and what was verified under the other one stays valid", async () => {
  await refuse("back", ["B-1", "B-2", "B-3"]);
  await accept("back", withStore);
  const between = await desk.receiveSigned("back", inOrder(withStore, "B-4"));
  expect((await accept("back", usual)).inForce).toEqual(usual);
  const row = await findRow("back", between);
  const endpoint = await findEndpointNow(desk.ctx(), desk.endpointId("back"));
  if (!endpoint) throw new Error("no endpoint");
  await rebuildDelivery(desk.store.db, desk.ctx().vault, { row, endpoint });
  expect(await findRow("back", between)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const late = await desk.receiveSigned("back", inOrder(withStore, "B-5"));
  expect(await findRow("back", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const again = await desk.receiveSigned("back", notifyEntries({ orderId: "B-6" }));
  expect(await findRow("back", again)).toMatchObject({ verdict: "valid", fieldOrder: null });
});

test("the customer's redirect is read in the order in force as well", async () => {
  const { db } = desk.store;
  const endpointId = desk.endpointId("redirect");
  const comeBack = (entries: readonly Entry[]) =>
    readRedirect(
      { db, vault: desk.ctx().vault, clock: desk.ctx().clock },
      endpointId,
      Buffer.from(signedBody(entries, desk.signer)),
    );
  const [, ...rest] = inOrder(withStore, "BROWSER");
  const moved: Entry[] = [["IPCmethod", "IPCPurchaseOK"], ...rest];
  expect((await comeBack(moved))?.order).toBeNull();
  await updateEndpoint(db, endpointId, { fieldOrder: accepted });
  expect((await comeBack(moved))?.order).toMatchObject({ orderId: "BROWSER" });
  expect((await comeBack(returnEntries("IPCPurchaseOK", { orderId: "BROWSER" })))?.order).toBeNull();
});

test("an endpoint of another merchant is not found", async () => {
  const elsewhere = { environment, merchant: "few", id: desk.endpointId("back") } as const;
  expect(await problemOf(getFieldOrder(desk.ctx(), elsewhere))).toEqual(["not_found", undefined]);
});
