import { waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("keys choose a merchant that fits what was typed, also before its results are there", async ({ page }) => {
  await page.goto("/sandbox/transactions");
  await waitForHydration(page);
  const answer = Promise.withResolvers<void>();
  await page.route(/\/merchants\?.*\bq=/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox");
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("link", { name: "Bodega del Sol" })).toBeVisible();
  await page.keyboard.type("corn");
  await expect(dialog.getByRole("link", { name: "All merchants" })).toHaveCount(0);
  await expect(dialog.getByRole("link", { name: "Bodega del Sol" })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link", { name: "Corner Cafe" })).toBeFocused();
  await field.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/transactions/);
  answer.resolve();
  await expect(page).toHaveURL(/\/sandbox\/corner-cafe\/transactions/);
});

test("a record leads back to the list it was opened from, and another merchant's list keeps the filters", async ({ page }) => {
  await page.goto("/sandbox/transactions?sign=debit");
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Transactions" }));
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/sandbox\/[^/]+\/transactions\/./);
  const back = page.getByRole("main").getByRole("link", { name: "Transactions", exact: true });
  await expect(back).toHaveAttribute("href", "/sandbox/transactions?sign=debit");
  await back.click();
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press("m");
  await page.getByRole("dialog").getByRole("link", { name: "Bodega del Sol" }).first().click();
  await expect(page).toHaveURL("/sandbox/bodega-del-sol/transactions?sign=debit");
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Money out" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});
