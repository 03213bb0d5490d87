import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FieldOrderCandidate } from "../../contract/field-order.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import { createSigner, type Entry, encodeEntries, notifyEntries, returnEntries, signedBody } from "../../notify/testing/sign.ts";
import { saveMerchant } from "../../store/credentials.ts";
import { updateEndpoint } from "../../store/endpoints.ts";
import { rebuildDelivery } from "../../store/rebuild-delivery.ts";
import { notifyCertificate } from "../../store/schema/notification.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { findEndpointNow } from "../notifications/endpoint-rules.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { reverifyMerchant, reverifyNotification } from "../notifications/reverify-notification.ts";
import { readRedirect } from "../returns/return-state.ts";
import { changeFieldOrder } from "./change-field-order.ts";
import { createEndpoint } from "./endpoints.ts";
import { getFieldOrder } from "./get-field-order.ts";
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

const nothing = { inForce: usual, methods: [], usual, candidates: [] };

const slugs = ["offered", "few", "forged", "ended", "asked", "accepted", "older", "split", "back", "redirect"];
let desk: OrderDesk;
beforeAll(async () => {
  desk = await createOrderDesk(slugs);
});
afterAll(() => desk.drop());

test("an order is offered once three different texts with different order numbers arrived in it, with evidence", async () => {
  const before = await desk.receiveSigned("offered", notifyEntries({ orderId: "BEFORE" }));
  const ids = await desk.refuse("offered", ["A-1", "A-2"]);
  expect(await desk.read("offered")).toEqual(nothing);
  ids.push(...(await desk.refuse("offered", ["A-3"])));
  await desk.refuse("offered", ["A-3"]);
  const { candidates } = await desk.read("offered");
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
  expect((await desk.read("offered")).candidates).toMatchObject([{ validSince: 1 }]);
  expect((await desk.findRow("offered", before)).verdict).toBe("valid");
});

// Would win: an order of the attacker's choice, by one message that came under it often enough.
test("fewer than three texts, or texts with equal order numbers, are no candidate", async () => {
  const more = (trnref: string): Entry[] => [...inOrder(withStore, "SAME"), ["More", trnref]];
  for (const trnref of ["1", "2", "3", "4"]) await desk.receiveSigned("few", more(trnref));
  await desk.refuse("few", ["OTHER"]);
  expect((await desk.read("few")).candidates).toEqual([]);
  expect(await problemOf(desk.accept("few", withStore))).toEqual(["invalid_input", "order"]);
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
  expect((await desk.read("forged")).candidates).toEqual([]);
  expect(await problemOf(desk.accept("forged", withStore))).toEqual(["invalid_input", "order"]);
});

test("only a certificate in force proves evidence", async () => {
  const { db } = desk.store;
  const endpointId = desk.endpointId("ended");
  await desk.refuse("ended", ["E-1", "E-2", "E-3"]);
  expect((await desk.read("ended")).candidates).toHaveLength(1);
  await db
    .update(notifyCertificate)
    .set({ endsAt: new Date(0) })
    .where(eq(notifyCertificate.endpointId, endpointId));
  expect((await desk.read("ended")).candidates).toEqual([]);
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
  const ids = await desk.refuse("accepted", ["R-1", "R-2", "R-3"]);
  const [first = ""] = ids;
  expect((await desk.accept("accepted", withStore)).inForce).toEqual(withStore);
  expect((await desk.findRow("accepted", first)).verdict).toBe("invalid");
  expect(await reverifyNotification(desk.ctx(), { ...desk.at("accepted"), id: first })).toMatchObject({ nowValid: 1 });
  expect(await reverifyNotification(desk.ctx(), { ...desk.at("accepted"), id: first })).toMatchObject({ nowValid: 0 });
  expect(await desk.findRow("accepted", first)).toMatchObject({ verdict: "valid", eventId: first, fieldOrder: withStore });
  // Sent again it only counts, in whatever encoding.
  await desk.receiveSigned("accepted", inOrder(withStore, "R-1"));
  await desk.receive("accepted", `&${signedBody(inOrder(withStore, "R-1"), desk.signer)}`);
  expect(await desk.findRow("accepted", first)).toMatchObject({ seen: 3, conflict: false, genuineRefused: false });
  // The gateway itself tries again.
  await desk.receiveSigned("accepted", inOrder(withStore, "R-2"));
  expect(await desk.findRow("accepted", ids[1] ?? "")).toMatchObject({
    verdict: "valid",
    eventId: ids[1],
    fieldOrder: withStore,
  });
  expect(await reverifyMerchant(desk.ctx(), desk.at("accepted"))).toMatchObject({ nowValid: 1 });
  await desk.fold();
  const shown = await getNotification(desk.ctx(), { ...desk.at("accepted"), id: first });
  expect(shown).toMatchObject({ verdict: "valid", orderId: "R-1", amountMinor: 20000, rejection: null });
  expect(shown.working.firstDifference).toBeNull();
  const fresh = await desk.receiveSigned("accepted", inOrder(withStore, "R-4"));
  expect(await desk.findRow("accepted", fresh)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const audited = (await readAudit(desk.ctx())).filter(({ target }) => target === desk.endpointId("accepted"));
  const evidence = { methods: "IPCPurchaseNotify", texts: 3, examples: ids.toReversed() };
  expect(audited.at(-1)?.detail).toEqual({ from: usual.join(), to: withStore.join(), ...evidence });
});

test("an older delivery keeps the order that it was verified under; an old-form message is refused from then on", async () => {
  const old = await desk.receiveSigned("older", notifyEntries({ orderId: "OLD-1" }));
  await desk.refuse("older", ["O-1", "O-2", "O-3"]);
  await desk.accept("older", withStore);
  const endpoint = await findEndpointNow(desk.ctx(), desk.endpointId("older"));
  if (!endpoint) throw new Error("no endpoint");
  const row = await desk.findRow("older", old);
  expect(await rebuildDelivery(desk.store.db, desk.ctx().vault, { row, endpoint })).toEqual({ verdict: "valid" });
  expect(await desk.findRow("older", old)).toMatchObject({ verdict: "valid", reasons: [], fieldOrder: null, eventId: old });
  const { working } = await getNotification(desk.ctx(), { ...desk.at("older"), id: old });
  expect(working.firstDifference).toBeNull();
  const late = await desk.receiveSigned("older", notifyEntries({ orderId: "OLD-2" }));
  expect(await desk.findRow("older", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"], genuineRefused: true });
});

// Would win: a second order paid by the same text, split so that another part is the order number.
test("a signed text that acted under another split never acts again", async () => {
  const entries = notifyEntries({ orderId: "EUR-77" });
  const [method = ["", ""], sid = ["", ""], , , , ...rest] = entries;
  const acted = await desk.receiveSigned("split", entries);
  await desk.refuse("split", ["SP1", "SP2", "SP3"], beforeCurrency);
  await desk.accept("split", beforeCurrency);
  const front: Entry[] = [method, sid, ["Amount", "200.00"], ["StoreID", "EUR"], ["Currency", "EUR"], ["OrderID", "77"]];
  const other = await desk.receive("split", desk.renamed([...front, ...rest], entries));
  expect(await desk.findRow("split", other)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  await desk.fold();
  const shown = await getNotification(desk.ctx(), { ...desk.at("split"), id: other });
  expect([shown.state, shown.gateway]).toEqual([null, null]);
  expect(await desk.findRow("split", acted)).toMatchObject({ verdict: "valid", conflict: false });
});

test("after going back the usual order is in force, and what was verified under the other one stays valid", async () => {
  await desk.refuse("back", ["B-1", "B-2", "B-3"]);
  await desk.accept("back", withStore);
  const between = await desk.receiveSigned("back", inOrder(withStore, "B-4"));
  expect((await desk.accept("back", usual)).inForce).toEqual(usual);
  const row = await desk.findRow("back", between);
  const endpoint = await findEndpointNow(desk.ctx(), desk.endpointId("back"));
  if (!endpoint) throw new Error("no endpoint");
  await rebuildDelivery(desk.store.db, desk.ctx().vault, { row, endpoint });
  expect(await desk.findRow("back", between)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const late = await desk.receiveSigned("back", inOrder(withStore, "B-5"));
  expect(await desk.findRow("back", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const again = await desk.receiveSigned("back", notifyEntries({ orderId: "B-6" }));
  expect(await desk.findRow("back", again)).toMatchObject({ verdict: "valid", fieldOrder: null });
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
