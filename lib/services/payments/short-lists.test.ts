import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { quickFind } from "../search/quick/quick-find.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { cafe, failureOf, openPaymentFixture, type PaymentFixture } from "./testing/payment-fixture.ts";
import { shownAfterTenMinutes } from "./testing/shown-after-ten-minutes.ts";
import { notFound } from "./testing/tiny-epos.ts";

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
  return shownAfterTenMinutes(fixture, lost?.paymentId ?? "");
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

test.each(["Success", "InProgress"])(
  "a payment found as %s in a list of few members has the identifiers of its own answer",
  async (status) => {
    const { paymentId } = await foundInShortList(status);
    expect(await fixture.read(paymentId)).toMatchObject({ status: "success" });
    const { hits } = await quickFind(fixture.ctx(), { environment, input: { values: ["000112"] } });
    expect(hits).toMatchObject([{ kind: "payment", matched: "stan", exact: true }]);
  },
);

// Wrong: taking the list's item for its record. Its state is final, so it would have neither card nor codes for good.
test("a payment whose own answer failed when the list showed it is asked about again", async () => {
  const { paymentId } = await foundInShortList("Success", { ownAnswer: { status: 500, body: "" } });
  expect((await fixture.read(paymentId)).fields).toEqual([]);
  await fixture.pass(15 * 60_000);
  await pollOpenPayments(fixture.ctx());
  const { status, fields } = await fixture.read(paymentId);
  expect({ status, rrn: fields.find(({ label }) => label === "RRN")?.value }).toEqual({ status: "success", rrn: "606300000112" });
});

test("a payment that only the list shows is found all the same", async () => {
  const { paymentId } = await foundInShortList("Success", { ownAnswer: notFound, isLasting: true });
  const shown = await fixture.read(paymentId);
  expect(shown).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
  expect(shown.fields.length).toBeGreaterThan(0);
});

/** A payment without an answer, which is looked up at a gateway whose list has neither STAN nor codes. */
async function foundInShortList(
  listedStatus: string,
  { ownAnswer, isLasting = false }: { ownAnswer?: typeof notFound; isLasting?: boolean } = {},
): Promise<{ paymentId: string }> {
  fixture.epos.fault = "drop_after";
  expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
  for (const item of fixture.epos.payments) item.status = "Success";
  const usual = fixture.epos.business;
  let failing = ownAnswer;
  fixture.epos.business = (request, body) => {
    const { pathname } = new URL(request.url ?? "", fixture.epos.url);
    if (request.method !== "GET" || !pathname.startsWith("/epos/v1/payments")) return usual(request, body);
    if (pathname !== "/epos/v1/payments") {
      const answer = failing;
      if (!isLasting) failing = undefined;
      return answer ?? usual(request, body);
    }
    const items = fixture.epos.payments.map(({ payment_id, amount, terminal_id, reference_number, created_at }) => {
      return { payment_id, status: listedStatus, amount, terminal_id, reference_number, created_at };
    });
    return { status: 200, body: JSON.stringify(items) };
  };
  await fixture.pass(15_000);
  await pollOpenPayments(fixture.ctx());
  const [found] = (await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} })).items;
  return { paymentId: found?.paymentId ?? "" };
}
