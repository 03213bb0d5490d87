import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { damageBody } from "#lib/db/deliveries/testing/damage-body.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { queueForwards } from "#lib/db/forwarding/forward-outbox.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { findJoins } from "#lib/db/notifications/reconciliations.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createEndpointDirectory } from "#lib/notifications/endpoints/endpoint-directory.ts";
import { privateAddressText } from "#lib/notifications/forwarding/target-url.ts";
import { answerNode } from "#lib/notifications/receive/node-handler.ts";
import { createReceiver } from "#lib/notifications/receive/receive.ts";
import { createSigner, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { changeEndpoint } from "../endpoints/change-endpoint.ts";
import { getNotification } from "./get-notification.ts";
import { compareNotifications } from "./internal/compare-notifications.ts";
import { replayNotification } from "./replay-notification.ts";
import { revealNotification } from "./reveal-notification.ts";
import { reverifyMerchant, reverifyNotification } from "./reverify-notification.ts";
import { createReceiveFixture, type ReceiveFixture } from "./testing/receive-fixture.ts";

let fixture: ReceiveFixture;
let server: Server;
let publicOrigin: string;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
  const { db, vault } = fixture.ctx();
  const receive = createReceiver({
    directory: createEndpointDirectory({ source: createEndpointSource({ db, vault }), clock: systemClock }),
    record: createDeliveryRecord({ db, vault, outbox: queueForwards }),
    clock: systemClock,
  });
  server = createServer((request, response) => void answerNode(receive, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  publicOrigin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(async () => {
  server.close();
  await fixture.drop();
});

const forwarder = { wake: () => {}, checkTarget: async () => ({ problem: privateAddressText("shop") }) };
const ctx = (person = {}) => ({ ...fixture.ctx(person), publicOrigin });
const at = (id: string, merchant = "cafe") => ({ environment, merchant, id }) as const;
const show = (id: string) => getNotification(ctx(), at(id));
const acts = async (id: string) =>
  (await readAudit(fixture.ctx())).filter(({ target }) => target === id).map(({ act, detail }) => [act, detail]);

const personal = [
  ["CustomerEmail", "maria@example.org"],
  ["CustomerPhone", "+35988123456"],
  ["CardToken", "a3f1".repeat(10)],
] as const;

test("a replay is sent over HTTP to our own URL_Notify, which counts the bytes and never duplicates them", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "REPLAY" }));
  expect(await replayNotification(ctx(), at(id))).toMatchObject({
    status: 200,
    body: "OK",
    url: expect.stringContaining(publicOrigin),
  });
  const detail = await show(id);
  expect([detail.seen, detail.deliveries]).toEqual([2, []]);
  expect(await acts(id)).toEqual([["notification.replayed", { outcome: "200 OK" }]]);
  expect(detail.timeline.map(({ text }) => text)).toContain("Resent to our notification URL by admin@desk.example: 200 OK");
});

test("a replay of a forgery is rejected as the forgery was", async () => {
  const id = await fixture.receive("cafe", signedBody(notifyEntries({ orderId: "FORGED" }), createSigner()));
  expect(await replayNotification(ctx(), at(id))).toMatchObject({ status: 400, body: "invalid: signature" });
});

test("a replay without a response reports it", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "ALONE" }));
  const lonely = { ...ctx(), publicOrigin: "http://127.0.0.1:9" };
  expect(await replayNotification(lonely, at(id))).toMatchObject({ status: null, body: "" });
});

test("a delivery that becomes valid after its key was added changes no payment, since it never got an OK", async () => {
  const late = createSigner();
  const [first = "", second = "", damaged = ""] = await Promise.all(
    ["LATE-1", "LATE-2", "DAMAGED"].map((orderId) =>
      fixture.receive("hotel", signedBody(notifyEntries({ orderId, trnref: orderId }), late)),
    ),
  );
  expect(await reverifyNotification(ctx(), at(first, "hotel"))).toMatchObject({ verified: 1, nowValid: 0, hasMore: false });
  const place = { environment, merchant: "hotel", id: fixture.endpointId("hotel") } as const;
  await changeEndpoint(ctx(), { ...place, input: { addCertificates: [late.publicKeyPem] }, forwarder });
  expect(await reverifyNotification(ctx(), at(first, "hotel"))).toMatchObject({ verified: 1, nowValid: 1, hasMore: false });
  const detail = await getNotification(ctx(), at(first, "hotel"));
  expect(detail).toMatchObject({ verdict: "valid", reasons: [], state: "unconfirmed", answered: { status: 400 } });
  // Our own URL_Notify would answer OK now, but to us, not to the gateway.
  const { db, vault } = ctx();
  const target = { mode: "desk_answers", url: "https://shop.eu/notify" } as const;
  await saveForwardTarget(db, vault, { endpointId: place.id, target, by: "test", at: new Date() });
  for (const id of [first, second]) {
    await expect(replayNotification(ctx(), at(id, "hotel"))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("The gateway was never told OK"),
    });
  }
  await damageBody(db, damaged);
  expect(await reverifyMerchant(ctx(), { environment, merchant: "hotel", input: {} })).toMatchObject({
    verified: 1,
    nowValid: 1,
    hasMore: false,
  });
  expect((await getNotification(ctx(), at(second, "hotel"))).verdict).toBe("valid");
  await fixture.fold();
  for (const id of [first, second]) {
    const after = await getNotification(ctx(), at(id, "hotel"));
    expect(after).toMatchObject({ state: "unconfirmed", answered: { status: 400 }, seen: 1 });
  }
  expect(await listForwardRows(db, { endpointId: place.id, limit: 5 })).toEqual([]);
});

test("a reversal is not resent once another payment of its order came: it would reverse that one too", async () => {
  const { db, vault } = ctx();
  const endpointId = fixture.endpointId("hotel");
  const target = { mode: "desk_answers", url: "https://shop.eu/notify" } as const;
  await saveForwardTarget(db, vault, { endpointId, target, by: "test", at: new Date() });
  const order = { orderId: "PAID-AGAIN" };
  const sent = async () => {
    const rows = await listForwardRows(db, { endpointId, orderId: order.orderId, limit: 5 });
    return rows.toReversed().map(({ method, trnref }) => `${method} ${trnref}`);
  };
  await fixture.receiveSigned("hotel", notifyEntries({ ...order, trnref: "1" }));
  const rollback = await fixture.receiveSigned("hotel", rollbackEntries(order));
  expect(await replayNotification(ctx(), at(rollback, "hotel"))).toMatchObject({ status: 200 });
  await fixture.receiveSigned("hotel", notifyEntries({ ...order, trnref: "2" }));
  await expect(replayNotification(ctx(), at(rollback, "hotel"))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("another payment of its order"),
  });
  expect(await sent()).toEqual(["IPCPurchaseNotify 1", "IPCPurchaseRollback null", "IPCPurchaseNotify 2"]);
});

test("personal fields are shown in the clear to support with a reason, the card token never", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "REVEAL" }, personal));
  const reveal = (person: object, input: unknown) => revealNotification(ctx(person), { ...at(id), input });
  await expect(reveal({ role: "viewer" }, { reason: "ticket 7" })).rejects.toMatchObject({ code: "forbidden" });
  await expect(reveal({ role: "support" }, { reason: " " })).rejects.toMatchObject({ code: "invalid_input" });
  const { fields } = await reveal({ role: "support" }, { reason: "ticket 7" });
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ["CustomerEmail", "maria@example.org"],
    ["CustomerPhone", "+35988123456"],
  ]);
  expect((await show(id)).fields[fields[0]?.index ?? -1]?.name).toBe("CustomerEmail");
  expect(await acts(id)).toEqual([["notification.revealed", { reason: "ticket 7" }]]);
});

test("the body shown without a reveal is the received one with personal values masked", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "BODY&1 %" }, personal));
  const { maskedBody } = await show(id);
  const text = Buffer.from(maskedBody, "base64").toString("utf8");
  expect(text).toContain("OrderID=BODY%261%20%25&");
  expect(text).toContain("&CustomerEmail=m••••@e••••&");
  for (const secret of ["maria", "123456", "a3f1a3f1"]) expect(text).not.toContain(secret);
});

test("two deliveries are compared by their decoded bytes, masked values that differ included", async () => {
  const one = await fixture.receiveSigned(
    "cafe",
    notifyEntries({ orderId: "DIFF", amount: "10.00" }, [["CustomerEmail", "maria@example.org"]]),
  );
  const entries = [
    ...notifyEntries({ orderId: "DIFF", amount: "12.00" }, [["CustomerEmail", "mario@example.org"]]),
    ["Extra", "1"],
  ] as const;
  const other = await fixture.receiveSigned("cafe", entries);
  const compare = (id: string, withId: string) => compareNotifications(ctx(), { ...at(id), input: { with: withId } });
  const difference = await compare(one, other);
  expect(difference).toMatchObject({ isSameBody: false, isSameEvent: false, isReordered: false });
  expect(difference.fields.filter(({ change }) => change !== "same").map(({ name, left, right }) => [name, left, right])).toEqual(
    [
      ["Amount", "10.00", "12.00"],
      ["CustomerEmail", "m••••@e••••", "m••••@e••••"],
      ["Signature", expect.any(String), expect.any(String)],
      ["Extra", null, "1"],
    ],
  );
  const hotels = await fixture.receiveSigned("hotel", notifyEntries({ orderId: "DIFF" }));
  await expect(compare(one, hotels)).rejects.toMatchObject({ code: "not_found" });
});

test("the same event under another encoding is reported as such", async () => {
  const late = createSigner();
  const body = signedBody(notifyEntries({ orderId: "ENCODED 1" }), late);
  const [one = "", other = ""] = await Promise.all(
    [body, body.replace("ENCODED%201", "ENCODED+1")].map((text) => fixture.receive("cafe", text)),
  );
  const place = { environment, merchant: "cafe", id: fixture.endpointId("cafe") } as const;
  await changeEndpoint(ctx(), { ...place, input: { addCertificates: [late.publicKeyPem] }, forwarder });
  for (const id of [one, other]) await reverifyNotification(ctx(), at(id));
  const difference = await compareNotifications(ctx(), { ...at(one), input: { with: other } });
  expect(difference).toMatchObject({ isSameBody: false, isSameEvent: true });
  expect(difference.fields.every(({ change }) => change === "same")).toBe(true);
  expect((await show(one)).deliveries).toMatchObject([{ id: other, isSameEvent: true }]);
});

test("the same signed text under other names is a conflict that proves nothing about a payment", async () => {
  const body = signedBody(notifyEntries({ orderId: "READ-TWICE", trnref: "515" }), fixture.signer);
  const genuine = await fixture.receive("cafe", body);
  const other = await fixture.receive("cafe", body.replace("&PAN=", "&Card="));
  await fixture.fold();
  expect(await show(other)).toMatchObject({ verdict: "valid", conflict: true, state: null, gateway: null, transaction: null });
  const detail = await show(genuine);
  expect(detail).toMatchObject({ conflict: false, state: "paid", deliveries: [{ id: other, isSameEvent: false }] });
  expect(detail.timeline).toContainEqual(expect.objectContaining({ id: other, text: "The same signed text under other names" }));
});

test("two hundred forgeries of an order do not hide its payment or its rollback from the ledger's marks", {
  meta: { slow: "Receives two hundred forgeries." },
}, async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "CROWDED" }));
  await fixture.fold();
  const attempt = async () => (await findJoins(fixture.ctx().db, [id])).get(id)?.attempt;
  expect(await attempt()).toBe("paid");
  for (let n = 0; n < 200; n++) await fixture.receive("cafe", `OrderID=CROWDED&n=${n}`);
  await fixture.receiveSigned("cafe", rollbackEntries({ orderId: "CROWDED" }));
  await fixture.fold();
  expect(await attempt()).toBe("reversed");
});
