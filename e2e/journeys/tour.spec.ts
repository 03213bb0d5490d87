import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { signIn, waitForHydration } from "../support/app.ts";
import { expect, nobody, test } from "../support/test.ts";

// Asserts a refund: never retried.
test.describe.configure({ retries: 0 });

test.use({ storageState: nobody });

const panel = (page: Page) => page.getByRole("complementary", { name: "Guided tour" });
const go = (page: Page, name: string) => panel(page).getByRole("link", { name }).click();

async function expectStep(page: Page, number: number, title: string): Promise<void> {
  await expect(panel(page).getByRole("heading", { name: title })).toBeVisible();
  await expect(panel(page).getByText(`Step ${number} of 6`, { exact: true })).toBeVisible();
}

async function expectNoBarrier(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include("aside[aria-label='Guided tour']").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** The panel covers nothing of it. */
async function expectClearOfPanel(page: Page, target: Locator): Promise<void> {
  const [shown, covering] = [await target.boundingBox(), await panel(page).boundingBox()];
  if (!shown || !covering) throw new Error("Not shown.");
  const isBeside = shown.x >= covering.x + covering.width || covering.x >= shown.x + shown.width;
  const isAboveOrBelow = shown.y >= covering.y + covering.height || covering.y >= shown.y + shown.height;
  expect(isBeside || isAboveOrBelow).toBe(true);
}

test("the tour, from signing in to the refunded payment, each step ticked off by what happened", {
  annotation: { type: "slow", description: "Plays all six steps of the tour" },
}, async ({ page, context }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Start the tour" }).click();

  await test.step("a payment is created", async () => {
    await expectStep(page, 1, "Create a payment");
    await expectNoBarrier(page);
    await go(page, "Open the payment link page");
    await expect(page.getByRole("textbox", { name: /^Amount/ })).toHaveValue("12.40");
    await expectStep(page, 1, "Create a payment");
    await page.getByRole("button", { name: "Create payment link" }).click();
  });

  await test.step("it is paid while the received log is open, and the notification arrives by itself", async () => {
    await expectStep(page, 2, "Pay by phone");
    await expectClearOfPanel(page, page.getByRole("img", { name: "QR code of the link below" }));
    await expectClearOfPanel(page, page.getByRole("main").getByRole("link", { name: /\/pay\// }));
    await page.reload();
    await expectStep(page, 2, "Pay by phone");
    await expect(panel(page).getByRole("img", { name: "QR code of the payment" })).toBeVisible();
    await expectNoBarrier(page);
    await go(page, "Open notifications");
    await expect(page).toHaveURL(/\/notifications$/);
    const [shop] = await Promise.all([context.waitForEvent("page"), go(page, "Pay here in this browser")]);
    await shop.getByRole("button", { name: /^Pay/ }).click();
    await expect(shop.getByRole("heading", { name: "Payment confirmed" })).toBeVisible();
    await page.bringToFront();
    await expectStep(page, 4, "Search for it");
  });

  await test.step("it is found by what the caller reads out", async () => {
    const order = (await panel(page).getByText(/^ORD-/).textContent()) ?? "";
    await page.getByRole("searchbox").first().fill(order.toLowerCase().replace("-", " "));
    await page.keyboard.press("Enter");
    // While its transaction is not read yet, the notification is the only one found, and opens by itself.
    await expect(panel(page).getByRole("heading", { name: /^(Open|Refund) it$/ })).toBeVisible();
    await expectNoBarrier(page);
  });

  await test.step("it is opened: signature, working and the ledger's record", async () => {
    const opened = panel(page).getByRole("heading", { name: "Refund it" });
    await expect(async () => {
      if (!(await opened.isVisible()))
        await panel(page).getByRole("link", { name: "Open the notification" }).click({ timeout: 5_000 });
      await expect(opened).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expectStep(page, 6, "Refund it");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("12.40");
  });

  await test.step("it is given back, and the tour says what was seen", async () => {
    await go(page, "Open the payment");
    await page.getByRole("button", { name: "Refund" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The end of the tour");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Refunded" }).first()).toBeVisible();
    await expect(panel(page).getByText("You saw:")).toBeVisible();
    await expect(panel(page).getByRole("listitem").filter({ hasText: "the payment refunded" })).toBeVisible();
    await expectNoBarrier(page);
  });
});

test("by keyboard: begun from the palette, folded, a step skipped, kept over pages and ended from the account's menu", {
  annotation: { type: "slow", description: "Plays the tour over several pages" },
}, async ({ page }) => {
  await signIn(page);
  await waitForHydration(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command menu" }).fill("start the tour");
  await page.keyboard.press("Enter");
  await expectStep(page, 1, "Create a payment");
  await panel(page).getByRole("button", { name: "Skip" }).focus();
  await page.keyboard.press("Enter");
  await expectStep(page, 2, "Pay by phone");
  await panel(page).getByRole("button", { name: "Minimise" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("heading", { name: "Pay by phone" })).toHaveCount(0);
  await page.goto("/sandbox/corner-cafe/transactions");
  await panel(page).getByRole("button", { name: "Expand the tour" }).press("Enter");
  await expectStep(page, 2, "Pay by phone");
  await page.goto("/demo");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.goto("/sandbox/transactions");
  await expectStep(page, 2, "Pay by phone");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "End the tour" }).click();
  await expect(panel(page)).toHaveCount(0);
});
