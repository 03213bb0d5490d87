import { expect, test } from "@playwright/test";
import { openCafe, signIn, stamp } from "../support/app.ts";
import { chooseMerchant } from "../support/lists.ts";
import { columnTexts } from "../support/tables.ts";

// Asserts a payment and a notification: never retried.
test.describe.configure({ retries: 0 });

test("the main job, from signing in to a notification that arrives by itself", {
  tag: "@job",
  annotation: { type: "slow", description: "Five parts of the main job in one sitting" },
}, async ({ page, context }) => {
  await test.step("the busy cafe's last week", async () => {
    await signIn(page);
    await page.getByRole("navigation").getByRole("link", { name: "Transactions" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
    await chooseMerchant(page, "Corner Cafe");
    await page.getByRole("button", { name: /^Days/ }).click();
    await page.getByRole("button", { name: "Last week" }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });

  await test.step("one transaction and back", async () => {
    await page.getByRole("row").nth(1).getByRole("gridcell").nth(1).dblclick();
    await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Summary" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/from=/);
  });

  await test.step("three looked up together", async () => {
    const rows = page.getByRole("row");
    await expect(rows.nth(8)).toBeVisible();
    for (
      let attempt = 1;
      (await page.getByRole("button", { name: "Look up 3 references" }).count()) === 0 && attempt < 9;
      attempt++
    ) {
      await rows.nth(attempt).getByRole("checkbox").check({ force: true });
    }
    await page.getByRole("button", { name: "Look up 3 references" }).click();
    await expect(page.getByText("3 found, 0 not found, 0 not checked")).toBeVisible();
  });

  await test.step("a payment of EUR 12.34", async () => {
    await page.goto("/sandbox/corner-cafe/payments/new");
    await page.getByRole("combobox", { name: "Terminal" }).selectOption("81000001");
    await page.getByRole("textbox", { name: /^Amount/ }).fill("12,34");
    await expect(page.getByText("12.34 EUR").first()).toBeVisible();
    await page.getByRole("button", { name: "Send to terminal" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  });

  await test.step("paid at the checkout, seen without a reload", async () => {
    await page.goto("/sandbox/notifications");
    await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
    const order = `E2E-${stamp()}`;
    const shop = await context.newPage();
    await shop.goto(`/sandbox-gateway/checkout/corner-cafe?amount=12.34&currency=EUR&order=${order}`);
    await page.bringToFront();
    await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
    await shop.getByRole("button", { name: /^Pay/ }).click();
    const row = page.getByRole("row").filter({ hasText: order });
    await expect(row).toBeVisible();
    await expect(row).toContainText("Paid");
    await expect(shop.getByRole("heading", { name: "Payment confirmed" })).toBeVisible();
  });
});

test("a reference is found from the keyboard, and signing out ends it", {
  tag: "@job",
  annotation: { type: "slow", description: "Signs in and out through the page" },
}, async ({ page }) => {
  await signIn(page);
  await openCafe(page);
  const references = await columnTexts(page.getByRole("grid", { name: "Transactions" }), "Reference");
  const reference = references.find((text) => /^POSA/.test(text)) ?? "";
  await page.getByRole("heading", { name: "Transactions" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type(reference.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/corner-cafe/transactions/${reference}$`));
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/sandbox/transactions");
  await expect(page).toHaveURL(/\/login\?next=/);
});
