import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { listTerminals } from "../terminals/list-terminals.ts";
import { createPayment } from "./create-payment.ts";
import { getPayment } from "./get-payment.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { refundPayment } from "./refund-payment.ts";
import { reversePayment } from "./reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";
import { forbidden, notFound } from "./testing/tiny-epos.ts";

const typed = { ...sale, terminalId: "T-7/ä" };
const unavailable = { status: 503, body: "" };

describe("where the gateway lists no terminals", () => {
  let fixture: PaymentFixture;
  beforeAll(async () => {
    fixture = await openPaymentFixture();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    fixture.epos.terminals = forbidden;
    await fixture.pass(300_000);
  });
  const terminals = () => listTerminals(fixture.ctx(), cafe);

  test.each([
    ["a refusal", forbidden, "gateway_forbidden"],
    ["no such address", notFound, "gateway_not_found"],
    ["an empty list", [], "terminals_empty"],
    ["a page instead of a list", { status: 200, body: "<html>" }, "gateway_protocol"],
  ] as const)("%s is told, and a terminal id may be typed", async (_, answer, code) => {
    fixture.epos.terminals = answer as PaymentFixture["epos"]["terminals"];
    expect(await terminals()).toMatchObject({ items: [], listed: false, problem: { code }, currencies: [] });
    const { payment } = await fixture.create(typed);
    expect(payment).toMatchObject({ status: "in_progress", terminalId: "T-7/ä" });
  });

  test("terminals of earlier payments are offered, the latest first; one that the gateway refused is not", async () => {
    await fixture.create({ ...sale, terminalId: "T1" });
    await fixture.create({ ...sale, terminalId: "T2" });
    fixture.epos.fault = { status: 400, body: '{"errors":{"terminal_id":["There is no such terminal."]}}' };
    await failureOf(fixture.create({ ...sale, terminalId: "T3" }));
    const { usedBefore } = await terminals();
    expect(usedBefore.slice(0, 2)).toEqual(["T2", "T1"]);
    expect(usedBefore).not.toContain("T3");
  });

  test("a refusal is remembered, a temporary error is not", async () => {
    const asked = () => fixture.epos.requests.filter(({ url }) => url.startsWith("/pos/v1/terminals?")).length;
    const before = asked();
    await terminals();
    await terminals();
    expect(asked()).toBe(before + 1);
    await fixture.pass(300_000);
    fixture.epos.terminals = unavailable;
    expect((await terminals()).problem).toMatchObject({ code: "gateway_unavailable" });
    fixture.epos.terminals = [{ terminal_id: "81000001", terminal_name: "Till", device_currency: "EUR" }];
    expect(await terminals()).toMatchObject({ listed: true, problem: null, items: [{ terminalId: "81000001" }] });
  });

  test("a readable list still refuses a terminal it lacks", async () => {
    fixture.epos.terminals = [{ terminal_id: "81000001", device_currency: "EUR" }];
    const { changes } = fixture.epos;
    expect(await failureOf(fixture.create(typed))).toEqual({ code: "invalid_input", fields: ["terminalId"] });
    expect(fixture.epos.changes).toBe(changes);
  });

  test.each(["", "8100 0001", "81\u0000", "8100\u200b0001", "x".repeat(51)])("%j is no terminal id", async (terminalId) => {
    expect(await failureOf(fixture.create({ ...sale, terminalId }))).toEqual({ code: "invalid_input", fields: ["terminalId"] });
  });

  test("its payments are listed, filtered, refunded and reversed", async () => {
    const succeeded = await fixture.succeeded(typed);
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { terminal: typed.terminalId, limit: 1 } });
    expect(items).toMatchObject([{ paymentId: succeeded.paymentId, status: "success" }]);
    const { payment: refund } = await fixture.refund(succeeded.paymentId, 234);
    expect(refund).toMatchObject({ kind: "refund", terminalId: typed.terminalId, amountMinor: 234 });
    const other = await fixture.succeeded(typed);
    const reversal = { ...cafe, paymentId: other.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await reversePayment(fixture.ctx(), reversal)).toMatchObject({ status: "reversed" });
    const sent = fixture.epos.requests.filter(({ method, url }) => method === "POST" && /refund|reversal/.test(url));
    expect(sent.map(({ body }) => JSON.parse(body).terminal_id)).toEqual([typed.terminalId, typed.terminalId]);
  });

  describe("and the response is lost", () => {
    async function lose(fault: PaymentFixture["epos"]["fault"], terminalId: string) {
      fixture.epos.fault = fault;
      await failureOf(fixture.create({ ...sale, terminalId }));
      const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { terminal: terminalId } });
      for (let round = 0; round < 5; round++) {
        await fixture.pass(60_000);
        await pollOpenPayments(fixture.ctx());
      }
      return fixture.read(items[0]?.paymentId ?? "");
    }

    test("a payment that happened is found among the typed terminal's payments", async () => {
      expect(await lose("drop_after", "T4")).toMatchObject({ status: "in_progress", outcome: { verdict: "happened" } });
    });

    test("an empty list of a terminal that the gateway never named proves nothing", async () => {
      const shown = await lose("drop_before", "T5");
      expect(shown).toMatchObject({ status: "unknown", outcome: { verdict: "cannot_tell" } });
      expect(shown.outcome?.looks[0]?.note).toContain("Check the terminal ID");
    });

    test("for a terminal with an earlier payment, absence is proven as usual", async () => {
      await fixture.succeeded({ ...sale, terminalId: "T6" });
      expect(await lose("drop_before", "T6")).toMatchObject({ status: "failed", outcome: { verdict: "did_not_happen" } });
    });
  });
});

test("the sandbox that refuses its terminals accepts a payment with a typed one, and refunds it", {
  meta: { slow: "The sandbox terminal takes two seconds for each of two operations." },
}, async () => {
  const settings = { settleMinMs: 50, settleSpreadMs: 50, refuseTerminals: true };
  const fixture = await createSandboxFixture({ transactions: 10, settings, slugs: ["corner-cafe"] });
  try {
    const place = { environment: cafe.environment, merchant: "corner-cafe" };
    const known = await listTerminals(fixture.ctx(), place);
    expect(known).toMatchObject({ items: [], listed: false, problem: { code: "gateway_forbidden" } });
    expect(known.currencies).toContain("EUR");
    const ended = async (paymentId: string) => {
      const read = () => getPayment(fixture.ctx(), { ...place, paymentId });
      const status = async () => {
        await pollOpenPayments(fixture.ctx());
        return (await read()).status;
      };
      await expect.poll(status, { interval: 250 }).not.toMatch(/sending|in_progress|unknown/);
      return read();
    };
    const { payment } = await createPayment(fixture.ctx(), { ...place, idempotencyKey: newKey(), input: sale });
    const { paymentId } = await ended(payment.paymentId);
    const input = { amountMinor: sale.amountMinor, reason: "Returned" };
    const refund = await refundPayment(fixture.ctx(), { ...place, paymentId, idempotencyKey: newKey(), input });
    expect(await ended(refund.payment.paymentId)).toMatchObject({ kind: "refund", status: "success", originalId: paymentId });
    expect((await listTerminals(fixture.ctx(), place)).usedBefore).toEqual([sale.terminalId]);
  } finally {
    await fixture.drop();
  }
});
