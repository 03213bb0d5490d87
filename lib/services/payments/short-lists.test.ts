import { afterEach, beforeEach, expect, test } from "vitest";
import { listMerchantPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { cafe, failureOf, openPaymentFixture, type PaymentFixture } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

type Page = (page: number) => unknown;

/** The state of a lost payment after ten minutes of a gateway with such a list of the terminal's payments. */
async function shownWith(listed: (ours: object) => Page) {
  fixture.epos.fault = "drop_before";
  expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
  const [lost] = (await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} })).items;
  const page = listed(listedPayment(0, lost?.referenceNumber));
  const usual = fixture.epos.business;
  fixture.epos.business = (request, body) => {
    const { pathname, searchParams } = new URL(request.url ?? "", fixture.epos.url);
    if (request.method !== "GET" || pathname !== "/epos/v1/payments") return usual(request, body);
    return { status: 200, body: JSON.stringify(page(Number(searchParams.get("page") ?? 1))) };
  };
  for (let round = 0; round < 4; round++) {
    await fixture.pass(150_000);
    await pollOpenPayments(fixture.ctx());
  }
  return fixture.read(lost?.paymentId ?? "");
}

function listedPayment(number: number, reference_number = `OTHER-${number}`) {
  const amount = { value: 1234, currency_code: "EUR" };
  const created_at = new Date().toISOString();
  return { payment_id: `p${number}`, status: "Success", amount, terminal_id: "81000001", reference_number, created_at };
}

const hundred = Array.from({ length: 100 }, (_, index) => listedPayment(index + 1));
const cannotTell = { status: "unknown", outcome: { verdict: "cannot_tell" } };

test("a full page without a total is not the whole list: the next one is requested", async () => {
  const found = await shownWith((ours) => (page) => (page === 1 ? hundred : page === 2 ? [ours] : []));
  expect(found).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
});

test("a gateway that returns the same full page for each page number has no complete list", async () => {
  expect(await shownWith(() => () => hundred)).toMatchObject(cannotTell);
});

test("an empty page before the last one announced makes the list incomplete", async () => {
  const pages: Page = (page) => ({ items: page === 1 ? hundred : [], page, page_size: 100, total_pages: 3 });
  expect(await shownWith(() => pages)).toMatchObject(cannotTell);
});

test("a list with a payment that has no id, and so cannot be parsed, is not the whole list", async () => {
  expect(await shownWith((ours) => () => [{ ...ours, payment_id: null }])).toMatchObject(cannotTell);
});

test("a full page before an empty one is the whole list", async () => {
  expect(await shownWith(() => (page) => (page === 1 ? hundred : []))).toMatchObject({ outcome: { verdict: "did_not_happen" } });
});
