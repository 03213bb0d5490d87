import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FieldOrderCandidate } from "#lib/contract/field-order.ts";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import {
  createSigner,
  type Entry,
  encodeEntries,
  notifyEntries,
  returnEntries,
  signedBody,
} from "#lib/notifications/testing/sign.ts";
import { readRedirect } from "../checkout-return/return-state.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { findEndpointNow } from "../notifications/internal/endpoint-rules.ts";
import { reverifyMerchant, reverifyNotification } from "../notifications/reverify-notification.ts";
import { changeFieldOrder } from "./change-field-order.ts";
import { createEndpoint } from "./endpoints.ts";
import { getFieldOrder } from "./get-field-order.ts";
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

const nothing = { inForce: usual, methods: [], usual, candidates: [] };

const slugs = ["offered", "few", "forged", "ended", "asked", "accepted", "older", "split", "back", "redirect"];
let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await createOrderFixture(slugs);
});
afterAll(() => fixture.drop());

test("an order is offered once three different texts with different order numbers arrived in it, with evidence", async () => {
  const before = await fixture.receiveSigned("offered", notifyEntries({ orderId: "BEFORE" }));
  const ids = await fixture.refuse("offered", ["A-1", "A-2"]);
  expect(await fixture.read("offered")).toEqual(nothing);
  ids.push(...(await fixture.refuse("offered", ["A-3"])));
  await fixture.refuse("offered", ["A-3"]);
  const { candidates } = await fixture.read("offered");
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
  await fixture.receiveSigned("offered", notifyEntries({ orderId: "BESIDE" }));
  expect((await fixture.read("offered")).candidates).toMatchObject([{ validSince: 1 }]);
  expect((await fixture.findRow("offered", before)).verdict).toBe("valid");
});

// An attack would introduce an order by sending one message under it repeatedly.
test("fewer than three texts, or texts with equal order numbers, are no candidate", async () => {
  const more = (trnref: string): Entry[] => [...inOrder(withStore, "SAME"), ["More", trnref]];
  for (const trnref of ["1", "2", "3", "4"]) await fixture.receiveSigned("few", more(trnref));
  await fixture.refuse("few", ["OTHER"]);
  expect((await fixture.read("few")).candidates).toEqual([]);
  expect(await problemOf(fixture.accept("few", withStore))).toEqual(["invalid_input", "order"]);
});

// An attack would introduce names with forged messages, in any number.
test("a candidate from forgeries only is never offered", async () => {
  const stranger = createSigner();
  for (const orderId of ["F-1", "F-2", "F-3", "F-4"]) {
    await fixture.receive("forged", signedBody(inOrder(withStore, orderId), stranger));
    await fixture.receive("forged", encodeEntries(inOrder(withStore, orderId)));
    // Genuine, and with a value that a new name must not have.
    await fixture.receiveSigned("forged", inOrder(withStore, `${orderId}-D`, [["StoreID", "a-b"]]));
    // A customer's own confirmation is correctly signed too.
    await fixture.receiveSigned("forged", inOrder(withStore, `${orderId}-R`, [["IPCmethod", "IPCPurchaseOK"]]));
  }
  expect((await fixture.read("forged")).candidates).toEqual([]);
  expect(await problemOf(fixture.accept("forged", withStore))).toEqual(["invalid_input", "order"]);
});

test("only a certificate in force proves evidence", async () => {
  const { db } = fixture.store;
  const endpointId = fixture.endpointId("ended");
  await fixture.refuse("ended", ["E-1", "E-2", "E-3"]);
  expect((await fixture.read("ended")).candidates).toHaveLength(1);
  await db
    .update(notifyCertificate)
    .set({ endsAt: new Date(0) })
    .where(eq(notifyCertificate.endpointId, endpointId));
  expect((await fixture.read("ended")).candidates).toEqual([]);
});

// A mistake would reject every later payment of the merchant, by one click or from an unattended session.
test("it requires an administrator, the merchant's typed name and in production a recent re-authentication, and is audited", async () => {
  const { vault } = fixture.ctx();
  const secrets = { clientId: "cli_p", clientSecret: "sec_p", by: "test" };
  await saveMerchant(fixture.store.db, vault, { environment: "production", slug: "asked", name: "Asked", sid: "1", ...secrets });
  const publicOrigin = "https://desk.shop.eu";
  const now = new Date(fixture.ctx().clock.now());
  const ctxOf = (authenticatedAt: Date, role: "admin" | "support" = "admin") => ({
    ...fixture.ctx({ environments: ["production"], authenticatedAt, role }),
    publicOrigin,
  });
  const place = { environment: "production", merchant: "asked" } as const;
  const { id } = await createEndpoint(ctxOf(now), { ...place, input: { sid: "1" } });
  await updateEndpoint(fixture.store.db, id, { fieldOrder: accepted });
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
  const rows = (await readAudit(fixture.ctx())).filter(({ act }) => act === "endpoint.field_order_changed");
  expect(rows.map(({ target, detail }) => [target, detail])).toEqual([[id, { from: withStore.join(), to: usual.join() }]]);
});

test("a rejected delivery is valid once verified again under the accepted order, and takes effect exactly once", async () => {
  const ids = await fixture.refuse("accepted", ["R-1", "R-2", "R-3"]);
  const [first = ""] = ids;
  expect((await fixture.accept("accepted", withStore)).inForce).toEqual(withStore);
  expect((await fixture.findRow("accepted", first)).verdict).toBe("invalid");
  expect(await reverifyNotification(fixture.ctx(), { ...fixture.at("accepted"), id: first })).toMatchObject({ nowValid: 1 });
  expect(await reverifyNotification(fixture.ctx(), { ...fixture.at("accepted"), id: first })).toMatchObject({ nowValid: 0 });
  expect(await fixture.findRow("accepted", first)).toMatchObject({ verdict: "valid", eventId: first, fieldOrder: withStore });
  // A repeated delivery is only counted, in whatever encoding.
  await fixture.receiveSigned("accepted", inOrder(withStore, "R-1"));
  await fixture.receive("accepted", `&${signedBody(inOrder(withStore, "R-1"), fixture.signer)}`);
  expect(await fixture.findRow("accepted", first)).toMatchObject({ seen: 3, conflict: false, genuineRefused: false });
  // The gateway itself retries.
  await fixture.receiveSigned("accepted", inOrder(withStore, "R-2"));
  expect(await fixture.findRow("accepted", ids[1] ?? "")).toMatchObject({
    verdict: "valid",
    eventId: ids[1],
    fieldOrder: withStore,
  });
  expect(await reverifyMerchant(fixture.ctx(), { ...fixture.at("accepted"), input: {} })).toMatchObject({ nowValid: 1 });
  await fixture.fold();
  const shown = await getNotification(fixture.ctx(), { ...fixture.at("accepted"), id: first });
  expect(shown).toMatchObject({ verdict: "valid", orderId: "R-1", amountMinor: 20000, rejection: null });
  expect(shown.working.firstDifference).toBeNull();
  const fresh = await fixture.receiveSigned("accepted", inOrder(withStore, "R-4"));
  expect(await fixture.findRow("accepted", fresh)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const audited = (await readAudit(fixture.ctx())).filter(({ target }) => target === fixture.endpointId("accepted"));
  const evidence = { methods: "IPCPurchaseNotify", texts: 3, examples: ids.toReversed() };
  expect(audited.at(-1)?.detail).toEqual({ from: usual.join(), to: withStore.join(), ...evidence });
});

test("an older delivery keeps the order that it was verified under; later messages in the old order are rejected", async () => {
  const old = await fixture.receiveSigned("older", notifyEntries({ orderId: "OLD-1" }));
  await fixture.refuse("older", ["O-1", "O-2", "O-3"]);
  await fixture.accept("older", withStore);
  const endpoint = await findEndpointNow(fixture.ctx(), fixture.endpointId("older"));
  if (!endpoint) throw new Error("no endpoint");
  const row = await fixture.findRow("older", old);
  expect(await rebuildDelivery(fixture.store.db, fixture.ctx().vault, { row, endpoint })).toEqual({ verdict: "valid" });
  expect(await fixture.findRow("older", old)).toMatchObject({ verdict: "valid", reasons: [], fieldOrder: null, eventId: old });
  const { working } = await getNotification(fixture.ctx(), { ...fixture.at("older"), id: old });
  expect(working.firstDifference).toBeNull();
  const late = await fixture.receiveSigned("older", notifyEntries({ orderId: "OLD-2" }));
  expect(await fixture.findRow("older", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"], genuineRefused: true });
});

// An attack would pay a second order with the same text, split so that another part is the order number.
test("a signed text that took effect under another split never does so again", async () => {
  const entries = notifyEntries({ orderId: "EUR-77" });
  const [method = ["", ""], sid = ["", ""], , , , ...rest] = entries;
  const acted = await fixture.receiveSigned("split", entries);
  await fixture.refuse("split", ["SP1", "SP2", "SP3"], beforeCurrency);
  await fixture.accept("split", beforeCurrency);
  const front: Entry[] = [method, sid, ["Amount", "200.00"], ["StoreID", "EUR"], ["Currency", "EUR"], ["OrderID", "77"]];
  const second = await fixture.receive("split", fixture.renamed([...front, ...rest], entries));
  expect(await fixture.findRow("split", second)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  await fixture.fold();
  const shown = await getNotification(fixture.ctx(), { ...fixture.at("split"), id: second });
  expect([shown.state, shown.gateway]).toEqual([null, null]);
  expect(await fixture.findRow("split", acted)).toMatchObject({ verdict: "valid", conflict: false });
});

test("after restoring the usual order, deliveries verified under the other one stay valid", async () => {
  await fixture.refuse("back", ["B-1", "B-2", "B-3"]);
  await fixture.accept("back", withStore);
  const between = await fixture.receiveSigned("back", inOrder(withStore, "B-4"));
  expect((await fixture.accept("back", usual)).inForce).toEqual(usual);
  const row = await fixture.findRow("back", between);
  const endpoint = await findEndpointNow(fixture.ctx(), fixture.endpointId("back"));
  if (!endpoint) throw new Error("no endpoint");
  await rebuildDelivery(fixture.store.db, fixture.ctx().vault, { row, endpoint });
  expect(await fixture.findRow("back", between)).toMatchObject({ verdict: "valid", fieldOrder: withStore });
  const late = await fixture.receiveSigned("back", inOrder(withStore, "B-5"));
  expect(await fixture.findRow("back", late)).toMatchObject({ verdict: "invalid", reasons: ["layout"] });
  const repeated = await fixture.receiveSigned("back", notifyEntries({ orderId: "B-6" }));
  expect(await fixture.findRow("back", repeated)).toMatchObject({ verdict: "valid", fieldOrder: null });
});

test("the customer's redirect is also parsed in the order in force", async () => {
  const { db } = fixture.store;
  const endpointId = fixture.endpointId("redirect");
  const comeBack = (entries: readonly Entry[]) =>
    readRedirect(
      { db, vault: fixture.ctx().vault, clock: fixture.ctx().clock },
      endpointId,
      Buffer.from(signedBody(entries, fixture.signer)),
    );
  const [, ...rest] = inOrder(withStore, "BROWSER");
  const moved: Entry[] = [["IPCmethod", "IPCPurchaseOK"], ...rest];
  expect((await comeBack(moved))?.order).toBeNull();
  await updateEndpoint(db, endpointId, { fieldOrder: accepted });
  expect((await comeBack(moved))?.order).toMatchObject({ orderId: "BROWSER" });
  expect((await comeBack(returnEntries("IPCPurchaseOK", { orderId: "BROWSER" })))?.order).toBeNull();
});

test("an endpoint of another merchant is not found", async () => {
  const elsewhere = { environment, merchant: "few", id: fixture.endpointId("back") } as const;
  expect(await problemOf(getFieldOrder(fixture.ctx(), elsewhere))).toEqual(["not_found", undefined]);
});
