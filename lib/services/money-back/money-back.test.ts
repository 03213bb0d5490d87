import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MoneyBackPage } from "#lib/contract/money-back.ts";
import { notificationState } from "#lib/core/notification-state.ts";
import { createForwardRows } from "#lib/db/forwarding/forward-rows.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { setMerchantGroup } from "../merchants/merchant-groups.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { exportMoneyBack } from "./export-money-back.ts";
import { listMoneyBack } from "./list-money-back.ts";
import { sumMoneyBack } from "./sum-money-back.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
});
afterAll(() => fixture.drop());

const dayMs = 86_400_000;
const at = (day: number, hours = 0) => new Date(Date.parse("2026-03-02T10:00:00Z") + day * dayMs + hours * 3_600_000);
const march = { from: "2026-03-01", to: "2026-03-31" };

type Refused = { orderId: string; amount: string; day: number; merchant?: string; trnref?: string; answer?: string };

/** A verified notification that got another answer than OK. */
async function refuse({ orderId, amount, day, merchant = "cafe", trnref = orderId, answer = "refused by shop" }: Refused) {
  const id = await fixture.receiveSigned(merchant, notifyEntries({ orderId, amount, trnref }), { receivedAt: at(day) });
  const set = { answerStatus: answer.startsWith("invalid") ? 400 : 503, answerBody: answer };
  await fixture.ctx().db.update(delivery).set(set).where(sql`${delivery.id} = ${id}`);
  return id;
}

const rollBack = (orderId: string, amount: string, day: number) =>
  fixture.receiveSigned("cafe", rollbackEntries({ orderId, amount }), { receivedAt: at(day, 1) });

async function book(reference: string, amountMinor: number, { day, type = "013" }: { day: number; type?: string }) {
  const { db, vault } = fixture.ctx();
  const merchant = await fixture.merchant("cafe");
  const row = {
    ...{ ...bareTransaction, merchantId: merchant.id, environment, id: `${reference} ${type}`, reference },
    ...{ occurredAt: at(day), readAt: at(day), occurredAtText: "", day: at(day).toISOString().slice(0, 10), hasOwnTime: true },
    ...{ type, currency: "EUR", amountMinor, amountText: "", sign: amountMinor < 0 ? "debit" : "credit", record: {} },
  } as const;
  await storeRows({ db, vault, merchant }, [row]);
}

const list = (input: object = {}, merchant: string | null = null): Promise<MoneyBackPage> =>
  listMoneyBack(fixture.ctx(), { environment, merchant, input: { ...march, ...input } });
const sum = (input: object = {}, merchant: string | null = null) =>
  sumMoneyBack(fixture.ctx(), { environment, merchant, input: { ...march, ...input } });

async function plant() {
  await refuse({ orderId: "R1", amount: "10.00", day: 0 });
  await rollBack("R1", "10.00", 0);
  await refuse({ orderId: "L1", amount: "20.00", day: 1, answer: "not now, try again" });
  await book("L1", 2_000, { day: 1 });
  await book("L1", -2_000, { day: 1, type: "036" });
  await refuse({ orderId: "O1", amount: "5.00", day: 7, answer: "invalid: layout" });
  await refuse({ orderId: "H1", amount: "7.00", day: 8, merchant: "hotel", answer: "invalid: format" });
  // Rolled back before, paid in a second attempt that nothing shows as reversed.
  await rollBack("A2", "30.00", 1);
  await refuse({ orderId: "A2", amount: "30.00", day: 2 });
  // Answered OK: none of ours, whether reversed or not.
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "K1", amount: "99.00", trnref: "K1" }), { receivedAt: at(3) });
  // Attack: an unsigned message with the order of a real payment must not count as a reversal of it, nor as genuine.
  await fixture.receive("cafe", "IPCmethod=IPCPurchaseRollback&OrderID=O1&Signature=x", { receivedAt: at(9) });
  await fixture.receive("cafe", "IPCmethod=IPCPurchaseNotify&OrderID=F1&Amount=1.00&Currency=EUR&Signature=x", {
    receivedAt: at(9),
  });
}

test("lists what was not answered OK, and says what proves that the money went back", async () => {
  await plant();
  const { items } = await list();
  expect(items.map(({ orderId, reason, proof }) => [orderId, reason, proof?.by ?? null])).toEqual([
    ["H1", "format", null],
    ["O1", "field_order", null],
    ["A2", "shop_refused", null],
    ["L1", "certificate", "ledger"],
    ["R1", "shop_refused", "rollback"],
  ]);
  expect(items[3]?.transaction?.reference).toBe("L1");
  expect(items[4]?.proof?.at).toBe(at(0, 1).toISOString());
});

test("names the reversal notification that proves it, in the list and in the file", async () => {
  const august = { from: "2026-08-01", to: "2026-08-31" };
  await refuse({ orderId: "N1", amount: "11.00", day: 155 });
  const first = await rollBack("N1", "11.00", 155);
  await rollBack("N1", "11.50", 156);
  await fixture.receive("cafe", "IPCmethod=IPCPurchaseNotify&OrderID=N2&Amount=1.00&Currency=EUR&Signature=x", {
    receivedAt: at(155),
  });
  const ofUnproven = await rollBack("N2", "12.00", 155);
  await refuse({ orderId: "N3", amount: "13.00", day: 155 });
  await book("N3", 1_300, { day: 155 });
  await book("N3", -1_300, { day: 155, type: "037" });
  const { items } = await list(august);
  expect(items.map(({ orderId, proof }) => [orderId, proof?.by, proof?.notificationId]).toSorted()).toEqual([
    ["N1", "rollback", first],
    ["N2", "rollback", ofUnproven],
    ["N3", "ledger", null],
  ]);
  const { body } = await exportMoneyBack(fixture.ctx({ role: "support" }), {
    ...{ environment, merchant: "cafe", input: { format: "csv", ...august } },
  });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  expect(rows.map((row) => [row.Order, row["Reversal notification ID"]]).toSorted()).toEqual([
    ["N1", first],
    ["N2", ofUnproven],
    ["N3", ""],
  ]);
});

test("names the transaction that is the reversal, in the list and in the file, only where it is known", async () => {
  const july = { from: "2026-07-01", to: "2026-07-31" };
  const back = async (orderId: string, amount: string, bookings: readonly [string, number][]) => {
    await refuse({ orderId, amount, day: 125 });
    await rollBack(orderId, amount, 125);
    for (const [type, amountMinor] of bookings) await book(orderId, amountMinor, { day: 125, type });
  };
  const [sale, reversal] = ["013", "037"];
  await back("T1", "11.00", [
    [sale, 1_100],
    [reversal, -1_100],
  ]);
  await back("T2", "12.00", [[sale, 1_200]]);
  await back("T3", "13.00", [[reversal, -1_300]]);
  // Another payment's, by its amount; and one that was taken back.
  await back("T4", "14.00", [
    [sale, 1_500],
    [reversal, -1_500],
  ]);
  await back("T5", "15.00", [
    [sale, 1_500],
    [reversal, -1_500],
    ["038", 1_500],
  ]);
  await refuse({ orderId: "T6", amount: "16.00", day: 125 });
  await book("T6", 1_600, { day: 125 });
  await book("T6", -1_600, { day: 125, type: reversal });
  const { items } = await list(july);
  const known = items.map(({ orderId, proof }) => [orderId, proof?.by, proof?.transaction ?? null]).toSorted();
  expect(known).toEqual([
    ["T1", "rollback", { id: "T1 037", reference: "T1" }],
    ["T2", "rollback", null],
    ["T3", "rollback", { id: "T3 037", reference: "T3" }],
    ["T4", "rollback", null],
    ["T5", "rollback", null],
    ["T6", "ledger", { id: "T6 037", reference: "T6" }],
  ]);
  const ctx = { ...fixture.ctx({ role: "support" }), publicOrigin: "https://desk.example" };
  const { body } = await exportMoneyBack(ctx, { environment, merchant: "cafe", input: { format: "csv", ...july } });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  const page = "https://desk.example/sandbox/cafe/transactions/id";
  const named = rows.map((row) => [row.Order, row["Reversal transaction ID"], row["Reversal page"]]).toSorted();
  expect(named).toEqual([
    ["T1", "T1 037", `${page}/T1%20037`],
    ["T2", "", ""],
    ["T3", "T3 037", `${page}/T3%20037`],
    ["T4", "", ""],
    ["T5", "", ""],
    ["T6", "T6 037", `${page}/T6%20037`],
  ]);
});

test("the log says of a verified one what the ledger says went back, and nothing where it says nothing", async () => {
  const find = async (q: string) =>
    (await listNotifications(fixture.ctx(), { environment, merchant: "cafe", input: { q, verdict: "valid" } })).items[0];
  const [reversed, open] = [await find("L1"), await find("O1")];
  expect(reversed?.givenBack).toMatchObject({ amountMinor: 2_000, currency: "EUR" });
  expect(open?.givenBack).toBeNull();
  const detail = await getNotification(fixture.ctx(), { environment, merchant: "cafe", id: reversed?.id ?? "" });
  expect(detail.givenBack).toEqual(reversed?.givenBack);
  expect(notificationState(detail)).toMatchObject({ name: "reversed", values: { reason: "not_ok" } });
});

test("sums a week and a reason, by currency and by merchant, of exactly the listed rows", async () => {
  const { totals, weeks, merchants, merchantCount } = await sum();
  expect(totals).toEqual([{ currency: "EUR", proven: { count: 2, amountMinor: 3_000 }, open: { count: 3, amountMinor: 4_200 } }]);
  const none = { count: 0, amountMinor: 0 };
  expect(weeks).toEqual([
    { week: "2026-03-09", reason: "format", currency: "EUR", proven: none, open: { count: 1, amountMinor: 700 } },
    { week: "2026-03-09", reason: "field_order", currency: "EUR", proven: none, open: { count: 1, amountMinor: 500 } },
    ...[{ week: "2026-03-02", reason: "shop_refused", currency: "EUR" }].map((group) => ({
      ...{ ...group, proven: { count: 1, amountMinor: 1_000 }, open: { count: 1, amountMinor: 3_000 } },
    })),
    { week: "2026-03-02", reason: "certificate", currency: "EUR", proven: { count: 1, amountMinor: 2_000 }, open: none },
  ]);
  expect(merchants.map(({ merchant, open }) => [merchant, open.count])).toEqual([
    ["cafe", 2],
    ["hotel", 1],
  ]);
  expect(merchantCount).toBe(2);
});

test("a group of merchants has its rows and their sums only", async () => {
  await setMerchantGroup(fixture.ctx(), { environment, input: { merchants: ["hotel"], group: "Rooms" } });
  const group = { group: "rooms" };
  expect((await list(group)).items.map(({ merchant }) => merchant)).toEqual(["hotel"]);
  expect((await sum(group)).merchants.map(({ merchant }) => merchant)).toEqual(["hotel"]);
  expect((await list({ group: "none such" })).items).toEqual([]);
  expect((await sum({ group: "none such" })).totals).toEqual([]);
});

test("a week and a reason lead to exactly their rows, page by page", async () => {
  const filter = { from: "2026-03-02", to: "2026-03-08", reason: "shop_refused", currency: "EUR" };
  expect((await list(filter)).items.map(({ orderId }) => orderId)).toEqual(["A2", "R1"]);
  const first = await list({ limit: "2" });
  const second = await list({ limit: "500", cursor: first.nextCursor });
  expect([...first.items, ...second.items]).toEqual((await list()).items);
  expect((await list({}, "hotel")).items.map(({ orderId }) => orderId)).toEqual(["H1"]);
  const limited = { ...fixture.ctx(), staff: { ...fixture.ctx().staff, merchants: ["sandbox/hotel"] } };
  expect((await sumMoneyBack(limited, { environment, merchant: null, input: march })).totals).toMatchObject([
    { open: { count: 1 } },
  ]);
});

test("a reversal that was released again proves nothing, and a notification that is answered OK later leaves the list", async () => {
  await book("L1", 2_000, { day: 2, type: "038" });
  expect((await list({ reason: "certificate" })).items).toMatchObject([{ orderId: "L1", proof: null }]);
  await refuse({ orderId: "Z1", amount: "3.00", day: 20 });
  expect((await list({ from: "2026-03-20" })).items).toHaveLength(1);
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "Z1", amount: "3.00", trnref: "Z1" }), { receivedAt: at(20, 1) });
  expect((await list({ from: "2026-03-20" })).items).toEqual([]);
});

test("what the sandbox failed on purpose has a reason of its own, which no other answer has", async () => {
  const id = await refuse({ orderId: "P1", amount: "4.00", day: 25 });
  const answer = (answerStatus: number, answerBody: string) =>
    fixture.ctx().db.update(delivery).set({ answerStatus, answerBody }).where(sql`${delivery.id} = ${id}`);
  const reasons: (string | undefined)[] = [];
  for (const body of ["failed on purpose", "late on purpose", "no answer on purpose"]) {
    await answer(500, body);
    reasons.push((await list({ from: "2026-03-27", reason: "on_purpose" })).items[0]?.orderId ?? undefined);
  }
  expect(reasons).toEqual(["P1", "P1", "P1"]);
  await answer(503, "not now, try again");
  expect((await list({ from: "2026-03-27" })).items).toMatchObject([{ orderId: "P1", reason: "certificate" }]);
  await answer(200, "OK");
});

test("the reason is the shop's first answer, which decided, whatever the shop answers to a resend", async () => {
  const { db, vault } = fixture.ctx();
  const rows = createForwardRows({ db, vault });
  const answer = async (deliveryId: string, status: number | null) => {
    const problem = status === 200 ? null : notificationText("shop_answered", { status: 500 });
    const state = status === 200 ? "delivered" : "refused";
    await rows.settle({ deliveryId, round: 1 }, { state }, { at: new Date(), status, ms: 5, problem, answer: null });
  };
  for (const [orderId, first, resent] of [
    ["S1", null, 200],
    ["S2", 500, null],
  ] as const) {
    const deliveryId = await refuse({ orderId, amount: "2.00", day: 214 });
    const queued = {
      deliveryId,
      endpointId: fixture.endpointId("cafe"),
      orderHash: Buffer.from(orderId),
      mode: "shop_answers",
    } as const;
    await db.insert(forward).values({ ...queued, dueAt: at(214), queuedAt: at(214) });
    await answer(deliveryId, first);
    await answer(deliveryId, resent);
  }
  const october = { from: "2026-10-01", to: "2026-10-31" };
  expect((await list({ ...october, reason: "shop_silent" })).items.map(({ orderId }) => orderId)).toEqual(["S1"]);
  expect((await list({ ...october, reason: "shop_refused" })).items.map(({ orderId }) => orderId)).toEqual(["S2"]);
});

/** A payment's message that our check refused, as in the sandbox's "Forged notification": the signature is of another amount. */
async function forge(
  { orderId, amount, signed }: { orderId: string; amount: string; signed: string },
  { day, hours = 0, answer = "invalid: signature" }: { day: number; hours?: number; answer?: string },
) {
  const body = signedBody(notifyEntries({ orderId, amount: signed, trnref: orderId }), fixture.signer);
  const text = body.replace(`Amount=${signed}`, `Amount=${amount}`);
  expect(text).not.toBe(body);
  const id = await fixture.receive("cafe", text, { receivedAt: at(day, hours) });
  await fixture.ctx().db.update(delivery).set({ answerBody: answer }).where(sql`${delivery.id} = ${id}`);
  return id;
}

test("a refused message whose order has a verified reversal is one row, with the amount of the reversal", async () => {
  const april = { from: "2026-04-01", to: "2026-04-30" };
  const first = await forge({ orderId: "G1", amount: "0.01", signed: "42.00" }, { day: 32 });
  await forge({ orderId: "G1", amount: "0.02", signed: "42.00" }, { day: 32, hours: 0.5 });
  expect((await list(april)).items).toEqual([]);
  await rollBack("G1", "42.00", 32);
  await book("G1", 4_200, { day: 32 });
  expect((await list(april)).items).toMatchObject([
    {
      ...{ id: first, orderId: "G1", amountMinor: 4_200, currency: "EUR", verdict: "invalid", reason: "signature" },
      ...{ answered: { status: 400 }, proof: { by: "rollback", at: at(32, 1).toISOString() }, transaction: { reference: "G1" } },
    },
  ]);
  expect((await sum(april)).totals).toMatchObject([
    { currency: "EUR", proven: { count: 1, amountMinor: 4_200 }, open: { count: 0 } },
  ]);
  expect((await list({ ...april, reason: "signature", currency: "EUR" })).items).toHaveLength(1);
  expect((await list({ ...april, currency: "USD" })).items).toEqual([]);
  const input = { format: "csv", ...april };
  const { body } = await exportMoneyBack(fixture.ctx({ role: "support" }), { environment, merchant: "cafe", input });
  expect(parse(await text(body), { columns: true, bom: true })).toMatchObject([
    { Amount: "42.00", Reason: "the signature fits no certificate", Money: "went back", Signature: "rejected" },
  ]);
});

test("a refused message of a payment with a verified notification makes no row, whether that was answered OK or not", async () => {
  const may = { from: "2026-05-01", to: "2026-05-31" };
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "G2", amount: "9.00", trnref: "G2" }), { receivedAt: at(61) });
  await forge({ orderId: "G2", amount: "0.01", signed: "9.00" }, { day: 61, hours: 0.5 });
  await rollBack("G2", "9.00", 61);
  const refused = await refuse({ orderId: "G3", amount: "8.00", day: 62 });
  await forge({ orderId: "G3", amount: "0.01", signed: "8.00" }, { day: 62, hours: 0.5 });
  await rollBack("G3", "8.00", 62);
  // After the reversal, and of an order of which nothing else is known.
  await forge({ orderId: "G2", amount: "0.02", signed: "9.00" }, { day: 63 });
  await forge({ orderId: "G4", amount: "0.02", signed: "7.00" }, { day: 63 });
  // Attack: an unsigned reversal is none.
  await fixture.receive("cafe", "IPCmethod=IPCPurchaseRollback&OrderID=G4&Signature=x", { receivedAt: at(64) });
  expect((await list(may)).items.map(({ id }) => id)).toEqual([refused]);
  expect((await sum(may)).totals).toMatchObject([{ proven: { count: 1, amountMinor: 800 }, open: { count: 0 } }]);
});

test.each([
  ["invalid: layout, pairs", "field_order"],
  ["invalid: format", "format"],
  ["invalid: duplicate", "content"],
])("what was answered %s has the reason %s", async (answer, reason) => {
  const orderId = `G5-${reason}`;
  await forge({ orderId, amount: "0.01", signed: "6.00" }, { day: 95, answer });
  await rollBack(orderId, "6.00", 95);
  const { items } = await list({ from: "2026-06-01", to: "2026-06-30", reason });
  expect(items).toMatchObject([{ orderId, reason, amountMinor: 600 }]);
});

test("the file has the list's rows, says may have where nothing is proven, and is audited", async () => {
  const input = { format: "csv", ...march };
  const { body } = await exportMoneyBack(fixture.ctx({ role: "support" }), { environment, merchant: "cafe", input });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  expect(rows.map(({ Order, Amount, Money }) => [Order, Amount, Money])).toEqual([
    ["O1", "5.00", "may have gone back"],
    ["A2", "30.00", "may have gone back"],
    ["L1", "20.00", "may have gone back"],
    ["R1", "10.00", "went back"],
  ]);
  const last = (await readAudit(fixture.ctx())).at(-1);
  expect(last).toMatchObject({ act: "money_back.exported", merchant: "cafe", detail: { rows: 4 } });
  await expect(exportMoneyBack(fixture.ctx({ role: "viewer" }), { environment, merchant: "cafe", input })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a card number in an order number is masked, in the list and in the file", async () => {
  const orderId = "PAN 4111111111111111";
  await refuse({ orderId, amount: "1.00", day: 9, trnref: "MASKED" });
  const masked = "PAN ••••1111";
  expect((await list()).items.find(({ trnref }) => trnref === "MASKED")?.orderId).toBe(masked);
  const ctx = fixture.ctx({ role: "support" });
  const { body } = await exportMoneyBack(ctx, { environment, merchant: null, input: { ...march, format: "csv" } });
  expect(await text(body)).toContain(masked);
});
