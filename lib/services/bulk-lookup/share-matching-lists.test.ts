import { afterAll, beforeAll, expect, test } from "vitest";
import { payment } from "#lib/db/schema/payment.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { openSharedLookup } from "./share-lookup.ts";
import { shareNotificationsLookup, sharePaymentsLookup } from "./share-matching.ts";

let fixture: ReceiveFixture;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 11, minute));

beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
  for (let minute = 0; minute < 5; minute++) {
    const entries = notifyEntries({ orderId: `O${minute}`, trnref: `T${minute}`, amount: "5.00" });
    await fixture.receiveSigned("cafe", entries, { receivedAt: at(minute) });
  }
  await fixture.receiveSigned("cafe", rollbackEntries({ orderId: "O9" }), { receivedAt: at(9) });
  await fixture.receiveSigned("hotel", notifyEntries({ orderId: "H1", trnref: "H1" }), { receivedAt: at(10) });
  for (const slug of ["cafe", "hotel"]) {
    const { id: merchantId } = await fixture.merchant(slug);
    const rows = [0, 1, 2, 3, 4].map((minute) => ({
      ...{ environment, merchantId, status: "approved", amountMinor: 500 + minute, currency: "EUR", terminalId: slug },
      ...{ referenceNumber: `P-${slug}-${minute}`, createdAt: at(minute), updatedAt: at(minute) },
    }));
    await fixture.ctx().db.insert(payment).values(rows);
  }
});
afterAll(() => fixture.drop());

type Share = typeof shareNotificationsLookup | typeof sharePaymentsLookup;
type Asked = { merchant?: string | null; filter?: object; max?: number; ctx?: ReturnType<ReceiveFixture["ctx"]> };

/** Reads two rows at once, so that there are several pages. */
async function share(by: Share, { merchant = null, filter = {}, max = 100, ctx = fixture.ctx() }: Asked = {}) {
  const { id, isCut } = await by(ctx, { environment, input: { merchant, filter }, max, rowsAtOnce: 2 });
  const { references } = await openSharedLookup(fixture.ctx(), { environment, id });
  return { references, isCut };
}

test("all notifications that match become one list by IPC_Trnref, else by order number, newest first", async () => {
  expect(await share(shareNotificationsLookup)).toEqual({
    references: ["H1", "O9", "T4", "T3", "T2", "T1", "T0"],
    isCut: false,
  });
  const filter = { method: "IPCPurchaseNotify", from: at(1).toISOString(), currency: "EUR" };
  expect((await share(shareNotificationsLookup, { merchant: "cafe", filter })).references).toEqual(["T4", "T3", "T2", "T1"]);
  expect((await share(shareNotificationsLookup, { filter: { q: "T3" } })).references).toEqual(["T3"]);
});

test("all terminal payments that match become one list by reference number, newest first", async () => {
  const references = ["P-cafe-4", "P-cafe-3", "P-cafe-2", "P-cafe-1", "P-cafe-0"];
  expect(await share(sharePaymentsLookup, { merchant: "cafe" })).toEqual({ references, isCut: false });
  expect((await share(sharePaymentsLookup, { filter: { terminal: "hotel", amountMin: "5.03" } })).references).toEqual([
    "P-hotel-4",
    "P-hotel-3",
  ]);
});

test("a list that is full says so", async () => {
  expect(await share(shareNotificationsLookup, { max: 3 })).toEqual({ references: ["H1", "O9", "T4"], isCut: true });
  expect(await share(sharePaymentsLookup, { merchant: "cafe", max: 5 })).toMatchObject({ isCut: false });
});

test("no reference, no list; and none of a merchant that one may not see", async () => {
  const limited = fixture.ctx({ merchants: [`${environment}/hotel`] });
  for (const by of [shareNotificationsLookup, sharePaymentsLookup]) {
    const nothing = share(by, { filter: { q: "NOBODY" } });
    await expect(nothing).rejects.toMatchObject({ code: "invalid_input", fields: [{ field: "filter" }] });
    await expect(share(by, { merchant: "cafe", ctx: limited })).rejects.toMatchObject({ code: "not_found" });
    const seen = (await share(by, { ctx: limited })).references;
    expect(seen.filter((reference) => !reference.includes("hotel") && reference !== "H1")).toEqual([]);
  }
});
