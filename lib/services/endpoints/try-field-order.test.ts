import { afterAll, beforeAll, expect, test } from "vitest";
import { findDelivery } from "#lib/db/notifications/notifications.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { getFieldOrder } from "./get-field-order.ts";
import { tryFieldOrder } from "./try-field-order.ts";

const usual = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"];
const withStore = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["dry"]);
});
afterAll(() => fixture.drop());

const place = () => ({ environment, merchant: "dry", id: fixture.endpointId("dry") }) as const;
const tryOrder = (order: readonly string[], person = {}) =>
  tryFieldOrder(fixture.ctx(person), { ...place(), input: { order: order.join() } });

test("a dry run lists stored valid notifications whose meaning would change, and changes nothing", async () => {
  const orderId = "X-000000000000010-999.00-EUR-Y";
  const plain = await fixture.receiveSigned("dry", notifyEntries({ orderId: "DRY1", trnref: "1" }));
  const dashed = await fixture.receiveSigned("dry", notifyEntries({ orderId, amount: "1.00", trnref: "2" }));
  const four = ["IPCmethod", "A", "B", "C", "D", "SID", "Amount", "Currency", "OrderID"];
  expect(await tryOrder(four)).toMatchObject({
    ...{ order: four, checked: 2, hasMore: false, differing: 1 },
    items: [{ id: dashed, amountMinor: 100, wouldSay: { orderId: "Y", amountMinor: 99900, currency: "EUR" } }],
  });
  const hidden = await tryOrder(withStore);
  expect(hidden.items.map(({ id, wouldSay }) => [id, wouldSay.orderId, wouldSay.amountMinor])).toEqual([
    [plain, "DRY1", null],
    [dashed, orderId, null],
  ]);
  const rollbacks = { order: withStore.join(), methods: "IPCPurchaseRollback" };
  expect(await tryFieldOrder(fixture.ctx(), { ...place(), input: rollbacks })).toMatchObject({
    ...{ methods: ["IPCPurchaseRollback"], checked: 0, differing: 0 },
  });
  expect(await getFieldOrder(fixture.ctx(), place())).toEqual({ inForce: usual, methods: [], usual, candidates: [] });
  const row = await findDelivery(fixture.store.db, { merchantId: (await fixture.merchant("dry")).id, id: dashed });
  expect(row).toMatchObject({ verdict: "valid", conflict: false });
});

test("an invalid field order is refused by name, and only an administrator may request a dry run", async () => {
  const between = ["IPCmethod", "SID", "Amount", "Currency", "StoreID", "OrderID"];
  for (const order of [
    between,
    usual.slice(1),
    [...usual, "More"],
    ["IPCmethod", "SID", "A-B", "Amount", "Currency", "OrderID"],
    [],
  ]) {
    await expect(tryOrder(order)).rejects.toMatchObject({ code: "invalid_input", fields: [{ field: "order" }] });
  }
  await expect(tryFieldOrder(fixture.ctx(), { ...place(), input: {} })).rejects.toMatchObject({ code: "invalid_input" });
  const unknown = { order: usual.join(), methods: "IPCSignatureVerify" };
  await expect(tryFieldOrder(fixture.ctx(), { ...place(), input: unknown })).rejects.toMatchObject({
    fields: [{ field: "methods" }],
  });
  await expect(tryOrder(usual, { role: "support" })).rejects.toMatchObject({ code: "forbidden" });
});
