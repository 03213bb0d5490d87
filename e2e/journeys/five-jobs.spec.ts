import type { APIRequestContext } from "@playwright/test";
import { type Hand, ways } from "../jobs/hand.ts";
import type { Target } from "../jobs/target.ts";
import { expect, openPage, test, whereIs } from "../jobs/test.ts";
import { payOrders } from "../support/app.ts";
import { origin } from "../support/surroundings.ts";

const summary: Target = { role: "region", name: "Summary" };
const dialog: Target = { role: "dialog" };
const rows: Target = { role: "row", within: { role: "grid", name: "Transactions" } };
const oneSentence = /^[A-Z0-9−].{10,}\./;

for (const way of ways) {
  const slow = { annotation: { type: "slow", description: `Follows a job to its end by ${way}` } };

  test(`by ${way}: a payment is found by its IPC_Trnref, and its sentence read`, slow, async ({ sitDown, api }) => {
    const trnref = await payAndReadTrnref(api);
    const hand = sitDown(way);
    await openPage(hand, "/sandbox");
    await hand.write({ role: "textbox", name: /^Search/ }, trnref, { shortcut: "/" });
    await hand.press("Enter");
    expect(await hand.see(summary)).toMatch(oneSentence);
    expect(hand.clicks).toBeLessThanOrEqual(1);
  });

  test(`by ${way}: last week's money out over 100 EUR of one merchant`, slow, async ({ sitDown }) => {
    const hand = sitDown(way);
    await openPage(hand, "/sandbox");
    await hand.open({ role: "link", name: "Transactions", within: { role: "navigation" } });
    await hand.see(rows);
    await hand.open({ role: "button", name: /^Merchant: / }, { shortcut: "m" });
    await hand.open({ role: "link", name: "Corner Cafe", within: dialog });
    await untilAt(hand, /^\/sandbox\/corner-cafe\/transactions/);
    await hand.open({ role: "link", name: "Money out" });
    await untilAt(hand, /sign=debit/);
    await hand.open({ role: "button", name: /^Days/ });
    await hand.open({ role: "button", name: "Last week" });
    await untilAt(hand, /from=\d{4}-\d\d-\d\d&to=/);
    // The chip of the days grows and moves those behind it.
    await hand.see({ role: "button", name: /^Days: \d/ });
    await hand.until("the popover's end", async () => !(await hand.isSeen(dialog)));
    await hand.open({ role: "button", name: "Filter" }, { shortcut: "f" });
    await hand.open({ role: "button", name: "Amount from", within: dialog });
    await hand.write({ role: "textbox", name: "Amount from" }, "100 EUR");
    await hand.press("Enter");
    await untilAt(hand, /amountMin=100\b/);
    await untilAt(hand, /currency=EUR/);
    expect(hand.clicks).toBeLessThanOrEqual(8);
  });

  test.describe("a refund, which is never retried", () => {
    test.describe.configure({ retries: 0 });

    test(`by ${way}: a payment is refunded from its transaction`, slow, async ({ sitDown, api }) => {
      const paid = await takePayment(api);
      const hand = sitDown(way);
      await openPage(hand, `/sandbox/corner-cafe/transactions/${paid.reference}`);
      await hand.open({ role: "button", name: "Refund" });
      await hand.see({ role: "button", name: "Refund 12.40 EUR", within: dialog });
      await hand.write({ role: "textbox", name: "Reason", within: dialog }, "Returned");
      await hand.open({ role: "button", name: "Refund 12.40 EUR", within: dialog });
      await hand.until("the refund", async () => (await readPayment(api, paid.paymentId)).refunds.length === 1);
      expect(hand.clicks).toBeLessThanOrEqual(3);
    });
  });

  test(`by ${way}: two merchants are compared`, slow, async ({ sitDown }) => {
    const hand = sitDown(way);
    await openPage(hand, "/sandbox/merchants");
    for (const name of ["Corner Cafe", "Sakura Reisen"]) await hand.tick({ role: "row", name: new RegExp(name) });
    await hand.open({ role: "link", name: "Compare 2" });
    await untilAt(hand, /compare=/);
    const table = await hand.see({ role: "grid", name: /^Comparison/ });
    expect(table).toContain("Corner Cafe");
    expect(table).toContain("Sakura Reisen");
    expect(hand.clicks).toBeLessThanOrEqual(4);
  });
}

const untilAt = (hand: Hand, address: RegExp) =>
  hand.until(`the address ${address}`, async () => address.test(await whereIs(hand)));

const cafe = "/api/sandbox/corner-cafe";

/** A payment of 12.40 EUR whose transaction is listed. */
async function takePayment(api: APIRequestContext): Promise<{ paymentId: string; reference: string }> {
  const referenceNumber = `JOB-${crypto.randomUUID().slice(0, 8)}`;
  const made = await api.post(`${cafe}/payments`, {
    headers: { origin, "idempotency-key": referenceNumber },
    data: { amountMinor: 1_240, currency: "EUR", terminalId: "81000001", referenceNumber },
  });
  expect(made.status()).toBe(201);
  const { paymentId } = await made.json();
  await expect.poll(async () => (await readPayment(api, paymentId)).status).toBe("success");
  let reference = "";
  await expect(async () => {
    const { items } = await (await api.get(`${cafe}/transactions?q=${referenceNumber}`)).json();
    reference = items[0].reference;
  }).toPass();
  return { paymentId, reference };
}

async function readPayment(api: APIRequestContext, id: string): Promise<{ status: string; refunds: unknown[] }> {
  return (await api.get(`${cafe}/payments/${id}`)).json();
}

/** The IPC_Trnref of an order that was just paid online. */
async function payAndReadTrnref(api: APIRequestContext): Promise<string> {
  const [order = ""] = await payOrders(api, 1);
  let trnref = "";
  await expect(async () => {
    const { items } = await (await api.get(`/api/sandbox/knigi-online/notifications?q=${order}`)).json();
    trnref = items[0].trnref;
    expect(trnref).toMatch(/^\d+$/);
  }).toPass();
  return trnref;
}
