import { waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

test("g and a letter lead to each list, in the scope that is shown, and not while somebody types", async ({ page }) => {
  await page.goto("/sandbox/corner-cafe");
  await waitForHydration(page);
  for (const [letter, heading, path] of [
    ["t", "Transactions", "/sandbox/corner-cafe/transactions"],
    ["n", "Notifications", "/sandbox/corner-cafe/notifications"],
    ["p", "Terminal payments", "/sandbox/corner-cafe/payments"],
    ["o", "Overview", "/sandbox/corner-cafe"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }

  await page.keyboard.press("/");
  await page.keyboard.type("gt");
  await expect(page.locator(":focus")).toHaveValue("gt");
  expect(new URL(page.url()).pathname).toBe("/sandbox/corner-cafe");
});
