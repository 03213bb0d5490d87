import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import pg from "pg";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { stamp, waitForHydration } from "../support/app.ts";
import { makeEndpoint, type OwnEndpoint } from "../support/own-endpoint.ts";
import { dataDir, shopPort } from "../support/surroundings.ts";
import { signInByApi } from "../support/test.ts";

let shop: TestMerchantServer;
let context: BrowserContext;
let page: Page;
let ownEndpoint: OwnEndpoint;

// Asserts that no notification is lost: never retried.
test.describe.configure({ mode: "serial", retries: 0 });
test.beforeAll(async ({ browser }) => {
  shop = await openTestMerchantServer({ port: shopPort });
  context = await browser.newContext({ storageState: await signInByApi("admin") });
  page = await context.newPage();
  ownEndpoint = await makeEndpoint(page, "moda-ritorni");
});
test.beforeEach(() => {
  shop.received.length = 0;
  shop.answer = answerWith(200, "OK");
});
test.afterAll(async () => {
  await context.close();
  await shop.close();
});

const rowOf = (order: string): Locator => ownEndpoint.panel.getByRole("row").filter({ hasText: order });
const sendPaid = (orderId: string) => ownEndpoint.send(notifyEntries({ sid: ownEndpoint.sid, orderId, trnref: orderId }));

async function setForwarding(
  mode: "Counterfoil confirms" | "Try out the shop" | "The shop confirms",
  url: string,
): Promise<void> {
  const form = ownEndpoint.panel.locator("form", { has: page.getByRole("button", { name: "Save forwarding" }) });
  if (!(await form.isVisible())) await ownEndpoint.panel.getByText("Edit forwarding").click();
  await form.getByText(mode, { exact: true }).click();
  await form.getByLabel("Shop URL").fill(url);
  const answered = page.waitForResponse(
    (response) => response.request().method() !== "GET" && /\/endpoints\//.test(response.url()),
  );
  await form.getByRole("button", { name: "Save forwarding" }).click();
  await answered;
}

/** The receiver applies a setting within a second. */
async function untilForwarded(): Promise<void> {
  const tries = async () => {
    await sendPaid(`FWD-TRY-${stamp()}`);
    return shop.received.length;
  };
  await expect.poll(tries).toBeGreaterThan(0);
}

/** As if the notification had been queued three days ago. */
async function passThreeDays(order: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  await client.query(
    `update forward set queued_at = queued_at - interval '73 hours', due_at = now()
     where delivery_id in (select id from delivery where order_id = $1)`,
    [order],
  );
  await client.end();
}

test("addresses within the network are refused, each with the mend", async () => {
  for (const [url, host] of [
    ["https://10.0.0.1/notify", "10.0.0.1"],
    ["https://169.254.169.254/latest/meta-data/", "169.254.169.254"],
    ["https://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    [`http://127.0.0.1:${shopPort + 1}/`, "127.0.0.1"],
  ] as const) {
    await setForwarding("Counterfoil confirms", url);
    const problem = `${host} is private. Use a public host name.`;
    await expect(ownEndpoint.panel.getByText(problem)).toBeVisible();
  }
  const { violations } = await new AxeBuilder({ page }).include("main").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("Counterfoil confirms: the gateway hears OK, and the shop gets the same bytes, also when it was away at first", async () => {
  await setForwarding("Counterfoil confirms", shop.url);
  await expect(ownEndpoint.panel.getByText("The shop can't reject a payment.").first()).toBeVisible();
  await untilForwarded();
  shop.answer = answerWith(502, "closed for lunch");
  const { body, answer } = await sendPaid("FWD-LUNCH");
  expect(answer).toBe("200 OK");
  await expect(rowOf("FWD-LUNCH")).toContainText("The shop answered 502.");
  shop.answer = answerWith(200, "OK");
  await expect(rowOf("FWD-LUNCH")).toContainText("Delivered");
  const bodies = shop.received.map((request) => request.body.toString());
  expect(new Set(bodies.filter((text) => text.includes("LUNCH")))).toEqual(new Set([body]));
});

test("after three days it is a dead letter, which is sent again once its number was shown", async () => {
  shop.answer = answerWith(500);
  await sendPaid("FWD-DEAD");
  await expect(rowOf("FWD-DEAD")).toContainText("The shop answered 500.");
  await passThreeDays("FWD-DEAD");
  await expect(rowOf("FWD-DEAD")).toContainText("Failed permanently");
  shop.answer = answerWith(200, "OK");
  await ownEndpoint.panel.getByRole("combobox", { name: "Show" }).selectOption("Failed permanently");
  await ownEndpoint.panel.getByRole("button", { name: "Resend all: failed permanently" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("One notification goes to the shop again, exactly as received.");
  await dialog.getByRole("button", { name: "Send 1" }).click();
  await expect(page.getByText("1 queued for the shop")).toBeVisible();
  await expect.poll(() => shop.received.at(-1)?.headers["x-counterfoil-attempt"]).toBe("1");
  await ownEndpoint.panel.getByRole("combobox", { name: "Show" }).selectOption("All");
  await expect(rowOf("FWD-DEAD")).toContainText("Delivered");
});

test("the shop is tried out: the gateway hears OK, and what the shop would have reversed is counted and listed", async () => {
  await setForwarding("Try out the shop", shop.url);
  const { panel } = ownEndpoint;
  await expect(panel.getByText(/\b0 of \d+ payments would have been reversed/)).toBeVisible();
  // The receiver applies the setting within a second.
  await expect(async () => {
    await sendPaid(`FWD-TRY-${stamp()}`);
    await page.reload();
    await expect(panel.getByText(/\b0 of [1-9]\d* payments would have been reversed/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await waitForHydration(page);
  shop.answer = answerWith(500, "closed");
  expect((await sendPaid("FWD-TRIAL")).answer).toBe("200 OK");
  await expect(rowOf("FWD-TRIAL")).toContainText("The shop answered 500.");
  await expect(async () => {
    await page.reload();
    await expect(panel.getByText(/\b1 of \d+ payments would have been reversed/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await waitForHydration(page);
  await panel.getByRole("button", { name: "Show them" }).click();
  await expect(rowOf("FWD-TRY-")).toHaveCount(0);
  await expect(rowOf("FWD-TRIAL")).toBeVisible();
});

test("a notification goes to another address once, with a reason, and its answer is shown", async () => {
  await rowOf("FWD-TRIAL").getByRole("link", { name: "FWD-TRIAL" }).click();
  await waitForHydration(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Send to another address…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send to another address" });
  shop.answer = answerWith(404, "no such order");
  await dialog.getByLabel("Address").fill("http://10.0.0.1/");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog).toContainText("Enter at least");
  await dialog.getByLabel("Reason").fill("new shop system");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Address").fill(shop.url);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Answered 404");
  await expect(dialog.getByRole("status")).toContainText("no such order");
  const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/^Sent to another address by/).first()).toBeVisible();
  // Opened again it shows nothing of the try before.
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Send to another address…" }).click();
  await expect(dialog.getByLabel("Address")).toHaveValue("");
  await expect(dialog.getByLabel("Reason")).toHaveValue("");
  await expect(dialog.getByRole("status")).toBeEmpty();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/sandbox/moda-ritorni/endpoints");
  await waitForHydration(page);
});

test("the shop answers: its OK is the gateway's OK, anything else is 503 and shown as refused by the shop", async () => {
  await setForwarding("The shop confirms", shop.url);
  shop.answer = answerWith(200, "sold out");
  // The receiver applies the setting within a second.
  await expect.poll(async () => (await sendPaid(`FWD-TRY-${stamp()}`)).answer).toBe("503 refused by shop");
  expect((await sendPaid("FWD-NO")).answer).toBe("503 refused by shop");
  await expect(rowOf("FWD-NO")).toContainText("Rejected by shop");
  await expect(rowOf("FWD-NO")).toContainText("its body is not exactly OK");
  shop.answer = answerWith(200, "OK");
  const { answer, body } = await sendPaid("FWD-YES");
  expect([answer, shop.received.at(-1)?.body.toString()]).toEqual(["200 OK", body]);
  await expect(rowOf("FWD-YES")).toContainText("Delivered");
  await rowOf("FWD-NO").getByRole("link", { name: "FWD-NO" }).click();
  await expect(page).toHaveURL(/\/moda-ritorni\/notifications\//);
  await expect(page.getByText("503").first()).toBeVisible();
  const passedOn = page.locator("section", { has: page.getByRole("heading", { name: "Forwarded to the shop" }) });
  await expect(passedOn).toContainText("Shop's response: sold out");
  await passedOn.getByRole("button", { name: "Resend" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend to the shop" });
  await expect(dialog).toContainText("The shop rejected one payment, so the gateway got no OK and reverses it.");
  await expect(dialog.getByRole("button", { name: /^Resend/ })).toHaveCount(0);
});
