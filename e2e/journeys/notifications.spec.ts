import { expect, type Page, type Route, test } from "@playwright/test";
import { type Entry, notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { signFields, toPhpForm } from "#lib/sandbox/checkout/sign.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { control, readSignIn, signIn, stamp } from "../support/app.ts";
import { chooseFilter } from "../support/lists.ts";

// Asserts that no notification is lost: never retried.
test.describe.configure({ retries: 0 });

/** Unique orders, so that parallel journeys do not interfere. */
const newOrder = () => `LOG-${stamp()}-${Math.floor(Math.random() * 1_000)}`;

const rowOf = (page: Page, order: string) => page.getByRole("row").filter({ hasText: order });

/** The notification list of all merchants, updated live, filtered by one order. */
async function openLog(page: Page, order: string): Promise<void> {
  await page.goto(`/sandbox/notifications?q=${order}`);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
}

async function payAtCheckout(page: Page, merchant: string, order: string): Promise<Page> {
  const shop = await page.context().newPage();
  await shop.goto(`/sandbox-gateway/checkout/${merchant}?amount=23.45&currency=EUR&order=${order}`);
  await shop.getByRole("button", { name: /^Pay/ }).click();
  await page.bringToFront();
  return shop;
}

/** What the gateway sends after it refunded an order. */
function sendRollback(page: Page, merchant: string, order: string): Promise<void> {
  return sendSigned(page, merchant, (sid) => rollbackEntries({ sid, orderId: order, amount: "23.45" }));
}

/** Sends a notification signed with the sandbox store's key. */
async function sendSigned(page: Page, merchant: string, toEntries: (sid: string) => Entry[]): Promise<void> {
  const store = readSignIn().notify.find((item) => item.merchant === merchant);
  if (!store) throw new Error(`No signing key for ${merchant} in sign-in.json.`);
  const fields = toEntries(store.sid).map(([name, value]) => [name, String(value)] as const);
  const body = toPhpForm([...fields, ["Signature", signFields(fields, store.privateKeyPem)]]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await page.request.post(store.url, { headers, data: body });
  expect([response.status(), await response.text()]).toEqual([200, "OK"]);
}

/** A terminal payment with the order's number as its reference; null without a terminal. */
async function takePayment(page: Page, { merchant, terminalId, order }: Shop & { order: string }): Promise<string | null> {
  if (terminalId === null) return null;
  const { origin } = readSignIn();
  const response = await page.request.post(`${origin}/api/sandbox/${merchant}/payments`, {
    headers: { origin, "idempotency-key": order },
    data: { amountMinor: 2_345, currency: "EUR", terminalId, referenceNumber: order },
  });
  expect(response.status()).toBe(201);
  const { paymentId } = await response.json();
  return `/sandbox/${merchant}/payments/${paymentId}`;
}

type Shop = { merchant: string; terminalId: string | null; key: string; tag?: string };

/** Ledgers that contain the shop's order, and ledgers whose reference is the notification's. */
const shops: readonly Shop[] = [
  { merchant: "corner-cafe", terminalId: "81000001", key: "Same order, amount and currency within 48 hours", tag: "@job" },
  { merchant: "knigi-online", terminalId: null, key: "IPC_Trnref is the payment reference" },
];

for (const { merchant, terminalId, key, tag = [] } of shops) {
  test(`a payment at ${merchant} arrives live and valid, is joined to its transaction, and a rollback reverses it everywhere`, {
    tag,
    annotation: { type: "slow", description: "From the checkout to the rollback, over six pages" },
  }, async ({ page }) => {
    const order = newOrder();
    await signIn(page);

    const shop = await test.step("paid at the checkout, it appears by itself", async () => {
      await openLog(page, order);
      const opened = await payAtCheckout(page, merchant, order);
      await expect(rowOf(page, order)).toBeVisible();
      await expect(opened.getByRole("heading", { name: "Payment confirmed" })).toBeVisible();
      return opened;
    });

    await test.step("once the gateway confirms it in the background, it is paid", async () => {
      await expect(rowOf(page, order).getByText("Paid", { exact: true })).toBeVisible();
    });

    await test.step("its page says what happened, which key joined it to its transaction, and every field", async () => {
      await rowOf(page, order).dblclick();
      await expect(page.getByRole("region", { name: "Summary" })).toContainText("and we confirmed it.");
      const facts = page.getByLabel("Details", { exact: true });
      await expect(facts).toContainText("Payment notification");
      await page.getByText("Checks", { exact: true }).click();
      for (const fact of ["Matched by", key, "Our response"]) await expect(page.getByText(fact)).toBeVisible();
      await page.getByText("All fields").click();
      await expect(page.getByRole("term").filter({ hasText: "Transaction reference" })).toBeVisible();
    });
    const notification = page.url();

    await test.step("its transaction says that it was notified", async () => {
      await page.getByRole("region", { name: "Summary" }).getByRole("link").click();
      await expect(page).toHaveURL(/\/transactions\//);
      await expect(page.getByRole("region", { name: "Summary" })).toContainText("and we confirmed it.");
      await expect(page.getByRole("link", { name: "Payment notification, verified, paid" })).toBeVisible();
    });
    const transaction = page.url();
    const payment = await takePayment(page, { merchant, terminalId, key, order });

    await test.step("a rollback reverses it in the log, by itself", async () => {
      await openLog(page, order);
      await expect(rowOf(page, order)).toContainText("Paid");
      await sendRollback(page, merchant, order);
      await expect(rowOf(page, order)).toHaveCount(2);
      for (const state of ["Reversed", "Reversal"]) {
        await expect(rowOf(page, order).getByText(state, { exact: true })).toBeVisible();
      }
    });

    await test.step("and on its own page, its transaction's and the customer's", async () => {
      await page.goto(notification);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Reversed");
      await expect(page.getByRole("link", { name: /^Reversed: the gateway/ })).toBeVisible();
      await page.goto(transaction);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Reversed");
      await expect(page.getByRole("link", { name: "Reversal notification, verified, reversed" })).toBeVisible();
      if (payment !== null) {
        await page.goto(payment);
        await expect(page.getByRole("link", { name: "Reversal notification, verified, reversed" })).toBeVisible();
      }
      await shop.bringToFront();
      // The page may be refetching at this moment.
      await expect(async () => {
        await shop.reload();
        await expect(shop.getByRole("heading", { name: "Payment refunded" })).toBeVisible({ timeout: 5_000 });
      }).toPass();
    });
  });
}

test("after an answer that is no event stream, the page connects again, and a row arrives by itself", async ({ page }) => {
  await signIn(page);
  const order = newOrder();
  let refusedCount = 0;
  const refuse = (route: Route) => {
    refusedCount++;
    return route.fulfill({ status: 503 });
  };
  await page.route(/\/api\/sandbox\/live/, refuse, { times: 1 });
  await openLog(page, order);
  expect(refusedCount).toBe(1);
  await sendRollback(page, "corner-cafe", order);
  await expect(rowOf(page, order)).toBeVisible();
});

test("a tampered notification is invalid with the reason, and confirms nothing", { tag: "@job" }, async ({ page }) => {
  const order = newOrder();
  const { origin, sandbox } = readSignIn();
  await signIn(page);
  await openLog(page, order);
  const paid = await page.request.post(`${origin}/sandbox-gateway/control/orders`, {
    headers: { "x-control-key": sandbox.controlKey },
    data: { merchant: "corner-cafe", amountMinor: 2_345, currency: "EUR", order, tamper: true },
  });
  expect(paid.ok()).toBe(true);
  const forged = rowOf(page, order).filter({ hasText: "Rejected" });
  await expect(forged).toBeVisible();
  // The sandbox refunds the payment after a delay; until then a row may be inserted above this one at any moment.
  await expect(rowOf(page, order)).toHaveCount(2);
  await forged.dblclick();
  const summary = page.getByRole("region", { name: "Summary" });
  // Signed with the gateway's key, so that only the content can have changed; and what, before all else.
  await expect(summary).toContainText(/^The message says 0\.01 EUR; the gateway(?:'s record says|.gave back) 23\.45 EUR\./);
  await expect(summary).toContainText("The message was changed after it was signed, so we rejected it.");
  await expect(summary).not.toContainText("fits no ");
  await expect(summary.getByRole("link", { name: "View certificates" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Reversed: the gateway/ })).toBeVisible();
  // The page does not contradict its timeline: the money went back, and how much is the reversal's amount.
  await expect(summary).toContainText("the customer got 23.45 EUR back.");
  await expect(summary).not.toContainText(/promise/i);
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText("23.45");
  await expect(title).toContainText("given back by the gateway");
  await expect(title).toContainText("Rejected · reversed");
});

test("a signed notification that the gateway does not know is nowhere headed valid or paid", async ({ page }) => {
  const order = newOrder();
  await signIn(page);
  await openLog(page, order);
  const row = rowOf(page, order);
  try {
    await sendSigned(page, "knigi-online", (sid) => notifyEntries({ sid, orderId: order, trnref: `9${Date.now() % 1e9}` }));
    // The gateway may list it later: nothing is missing yet.
    await expect(row).toContainText("Checking");
    await control(page, "settings", { listingLagMs: 1_000 });
    // Other journeys may have shown that this gateway lists payments late; then the proof takes one more check, a minute later.
    await expect(async () => expect(row).toContainText("Not found at gateway")).toPass();
  } finally {
    await control(page, "settings", { listingLagMs: 120_000 });
  }
  for (const word of ["Verified", "Paid"]) await expect(row.getByText(word, { exact: true })).toHaveCount(0);
  await row.dblclick();
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Not found at gateway");
  await expect(summary).toContainText(
    "A signed notification arrived, but the gateway has no record of this payment. Do not ship.",
  );
});

test("more rows that are refused are asked for once, and again when somebody says so", async ({ page }) => {
  await signIn(page);
  const order = newOrder();
  await sendRollback(page, "corner-cafe", order);
  // Notifications of other journeys would refetch the list meanwhile.
  await page.route(/\/api\/sandbox\/live/, (route) => route.abort());
  let requestCount = 0;
  await page.route(/\/api\/sandbox\/notifications\?/, async (route) => {
    if (new URL(route.request().url()).searchParams.has("cursor")) {
      requestCount++;
      return route.fulfill({ status: 400, json: { error: { code: "bad_request", message: "Refused.", requestId: "more" } } });
    }
    if (!new URL(route.request().url()).searchParams.has("verdict")) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), nextCursor: "more" } });
  });
  await page.goto(`/sandbox/notifications?q=${order}`);
  const notice = page.getByRole("alert").filter({ hasText: "Refused." });
  await chooseFilter(page, "Signature", "Verified");
  await expect(notice).toBeVisible();
  await untilIdle(page);
  expect(requestCount).toBe(1);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => requestCount).toBe(2);
});
