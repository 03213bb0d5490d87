import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listMerchantPayments } from "../payments/list-payments.ts";
import { cafe, newKey, openPaymentFixture, type PaymentFixture, sale } from "../payments/testing/payment-fixture.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { openRestored } from "./open-restored.ts";
import { readRestored } from "./read-restored.ts";
import { restoreFixtureWithout } from "./testing/restore-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

const hourMs = 3_600_000;
const place = { environment: cafe.environment, input: {} };
const read = () => readRestored(fixture.ctx(), place);
const open = () => openRestored(fixture.ctx(), place);

const restoreWithout = (ids: readonly string[]) => restoreFixtureWithout(fixture, ids);

type Item = PaymentFixture["epos"]["payments"][number];

/** The terminal's payments in pages of 100, in the order they have; a total may announce more. */
function listInPages({ unlisted = 0, toItem = (item: Item): object => item } = {}): void {
  const usual = fixture.epos.business;
  fixture.epos.business = (request, body) => {
    const { pathname, searchParams } = new URL(request.url ?? "", fixture.epos.url);
    if (request.method !== "GET" || pathname !== "/epos/v1/payments") return usual(request, body);
    const all = fixture.epos.payments.filter((item) => item.terminal_id === searchParams.get("terminal_id"));
    const page = Number(searchParams.get("page"));
    const items = all.slice((page - 1) * 100, page * 100).map(toItem);
    const total = { total_count: all.length + unlisted, total_pages: Math.ceil(all.length / 100) };
    return { status: 200, body: JSON.stringify({ items, page, page_size: 100, ...total }) };
  };
}

/** Payments of another client, long before the backup, the oldest first. */
function addOld(count: number): void {
  fixture.epos.payments.push(
    ...Array.from({ length: count }, (_, index) => ({
      ...{ payment_id: `old-${index}`, status: "Success", amount: { value: 100, currency_code: "EUR" } },
      ...{ terminal_id: sale.terminalId, reference_number: `OLD-${index}` },
      created_at: new Date(Date.now() - 240 * hourMs + index * 1_000).toISOString(),
    })),
  );
}

// Wrong: taking the oldest page, which comes first, for the end. The payment since the backup would be sent again.
test("a list with the oldest payments first is read to its end", async () => {
  addOld(150);
  const key = newKey();
  const lost = await fixture.create(sale, key);
  listInPages();
  await restoreWithout([lost.payment.paymentId]);
  expect((await read()).fence).toMatchObject({ unread: 0 });
  await open();
  const sent = fixture.epos.changes;
  expect(await fixture.create(sale, key)).toMatchObject({ isNew: false });
  expect(fixture.epos.changes).toBe(sent);
});

test("a list with the newest payments first is read as far as needed", async () => {
  addOld(250);
  await fixture.create();
  fixture.epos.payments.reverse();
  listInPages();
  await restoreWithout([]);
  fixture.epos.requests.length = 0;
  expect((await read()).fence).toMatchObject({ unread: 0 });
  const pages = fixture.epos.requests.filter(({ url }) => url.includes(`terminal_id=${sale.terminalId}`));
  expect(pages).toHaveLength(2);
});

test("a list that ends before the total it announces is not read in", async () => {
  addOld(150);
  listInPages({ unlisted: 1 });
  await restoreWithout([]);
  expect((await read()).fence).toMatchObject({ problems: [{ slug: "cafe" }] });
});

describe("a list whose items are short", () => {
  test.each([
    ["no amount", (item: Item) => ({ ...item, amount: undefined })],
    [
      "neither amount nor time",
      ({ payment_id, status, reference_number }: Item) => ({ request_id: payment_id, status, reference_number }),
    ],
    ["only number and status", ({ payment_id, status }: Item) => ({ request_id: payment_id, status })],
  ])("with %s is read in with each payment's own record", async (_, toItem) => {
    addOld(3);
    const key = newKey();
    const kept = await fixture.succeeded();
    const lost = await fixture.create(sale, key);
    const refund = await fixture.refund(kept.paymentId, 500);
    await restoreWithout([lost.payment.paymentId, refund.payment.paymentId]);
    // A refund comes before its payment.
    fixture.epos.payments.reverse();
    listInPages({ toItem });
    expect((await read()).fence).toMatchObject({ unread: 0, unknownRefunds: 0 });
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    const ours = [kept, lost.payment, refund.payment].map(({ referenceNumber }) => referenceNumber);
    expect(items.map(({ referenceNumber }) => referenceNumber).sort()).toEqual(ours.sort());
    await open();
    const sent = fixture.epos.changes;
    expect(await fixture.create(sale, key)).toMatchObject({ isNew: false });
    expect(fixture.epos.changes).toBe(sent);
  });

  const short = ({ payment_id, status, reference_number }: Item) => ({ request_id: payment_id, status, reference_number });
  const fieldsOf = async (paymentId: string) => {
    const { fields } = await fixture.read(paymentId);
    return fields.filter(({ label }) => label !== "Status").map(({ label, value }) => `${label}: ${value}`);
  };

  // Wrong: its state is final, so it is never asked about again, and card and codes would be lost for good.
  test("takes nothing from the record of a payment that is stored", async () => {
    const kept = await fixture.succeeded();
    for (const item of fixture.epos.payments) Object.assign(item, { pan: "****4242", card_qualifier: "VISA" });
    const reversed = await fixture.succeeded();
    const before = { kept: await fieldsOf(kept.paymentId), reversed: await fieldsOf(reversed.paymentId) };
    await restoreWithout([]);
    for (const item of fixture.epos.payments) if (item.payment_id === reversed.gatewayPaymentId) item.status = "Reversed";
    listInPages({ toItem: short });
    expect((await read()).fence).toMatchObject({ unread: 0 });
    expect(await fieldsOf(kept.paymentId)).toEqual(before.kept);
    expect(await fieldsOf(reversed.paymentId)).toEqual(before.reversed);
    expect(await fixture.read(reversed.paymentId)).toMatchObject({ status: "reversed" });
  });

  test("has the own record of a stored payment read that ended since the backup", async () => {
    const { payment } = await fixture.create();
    await restoreWithout([]);
    for (const item of fixture.epos.payments) Object.assign(item, { status: "Success", pan: "****4242" });
    listInPages({ toItem: short });
    await read();
    const [item] = (await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} })).items;
    expect(item).toMatchObject({ paymentId: payment.paymentId, status: "success" });
    expect(await fieldsOf(payment.paymentId)).toContain("Card: ****4242");
  });

  test("is not read in while a payment's own record cannot be read", async () => {
    const { payment } = await fixture.create();
    await restoreWithout([payment.paymentId]);
    listInPages({ toItem: ({ status, reference_number }) => ({ request_id: "elsewhere", status, reference_number }) });
    expect((await read()).fence).toMatchObject({ problems: [{ slug: "cafe" }] });
  });
});

test("another payment under a typed reference changes nothing of the stored one", async () => {
  const kept = await fixture.succeeded({ ...sale, referenceNumber: "Table 5" });
  await restoreWithout([]);
  fixture.epos.payments.push({
    ...{ payment_id: "till", status: "Reversed", amount: { value: 700, currency_code: "EUR" } },
    ...{ terminal_id: sale.terminalId, reference_number: "Table 5", created_at: new Date().toISOString() },
  });
  expect((await read()).fence).toMatchObject({ unread: 0 });
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
  expect(items).toMatchObject([{ paymentId: kept.paymentId, status: "success", gatewayPaymentId: kept.gatewayPaymentId }]);
});

test("a payment that was read in is found by what only its own record has", async () => {
  const { payment } = await fixture.create();
  await restoreWithout([payment.paymentId]);
  listInPages({ toItem: (item) => ({ ...item, stan: undefined, rrn: undefined }) });
  await read();
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { q: "606300000112" } });
  expect(items).toMatchObject([{ referenceNumber: payment.referenceNumber }]);
});

// Wrong: the backup says of these days that they were read, so a slow ledger counted as read in.
test("a merchant is read in only once its ledger was read after the restore", async () => {
  const { gateways } = fixture.ctx();
  const list = (ctx: ReturnType<PaymentFixture["ctx"]>, merchant: string) =>
    listMerchantTransactions(ctx, { ...cafe, merchant, input: {} });
  for (const merchant of ["cafe", "hotel"]) await list(fixture.ctx(), merchant);
  await restoreWithout([]);
  fixture.clock.advance(60_000);
  const listed = Promise.withResolvers<void>();
  let asked = 0;
  let isListed = false;
  const forMerchant: typeof gateways.forMerchant = async (...question) => {
    const gateway = await gateways.forMerchant(...question);
    const readTransactions: typeof gateway.readTransactions = async (query) => {
      asked += 1;
      await listed.promise;
      return gateway.readTransactions(query);
    };
    return { ...gateway, readTransactions };
  };
  const ctx = { ...fixture.ctx(), gateways: { ...gateways, forMerchant } };
  const wasListed = readRestored(ctx, place).then(({ fence }) => isListed && fence?.unread === 0);
  await expect.poll(() => asked).toBe(2);
  // Whoever shows stored rows waits a short time only.
  expect(await list(ctx, "cafe")).toMatchObject({ upToDate: false });
  isListed = true;
  listed.resolve();
  expect(await wasListed).toBe(true);
});
