import { openCafe, waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("from the overview a bar leads to the list it counts, by mouse and by keyboard", async ({ page }) => {
  await openCafe(page);
  // A payment made between the two is counted by the second only.
  await expect(async () => {
    await page.goto("/sandbox/corner-cafe");
    const bar = page.getByRole("list", { name: /^By type/ }).getByRole("link", { name: /^Contactless payment/ });
    const counted = Number(/\((\d+)\)/.exec((await bar.textContent()) ?? "")?.[1]);
    expect(counted).toBeGreaterThan(0);
    await bar.click();
    await expect(page).toHaveURL(/type=022/);
    const total = page.getByText(`${counted} transactions`).or(page.getByText(new RegExp(`^${counted}\\b`)));
    await expect(total.first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(dataRows(page.getByRole("grid", { name: "Transactions" })).first()).toContainText("Contactless payment");

  await page.goBack();
  const chart = page.getByRole("group", { name: /^Volume per day/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toContainText(/\d{4}-\d\d-\d\d · In /);
  const day = /\d{4}-\d\d-\d\d/.exec((await chart.locator("[aria-live]").textContent()) ?? "")?.[0];
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
});

test("the chart's numbers stand in a table, each day a link", async ({ page }) => {
  await page.goto("/sandbox");
  await waitForHydration(page);
  await page.getByRole("button", { name: "The numbers as a table" }).first().click();
  const table = page.getByRole("table", { name: /^Volume per day/ });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("link").first()).toHaveAttribute("href", /transactions\?from=/);
});

test("currencies are looked at one at a time, and the period stays in the address", async ({ page }) => {
  await page.goto("/sandbox");
  await waitForHydration(page);
  await page
    .getByRole("radio", { name: "Last 7 days" })
    .or(page.getByRole("button", { name: "Last 7 days" }))
    .click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await page
    .getByRole("radio", { name: "JPY" })
    .or(page.getByRole("button", { name: "JPY" }))
    .click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole("heading", { name: "Volume per day, JPY" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Volume per day, JPY" })).toBeVisible();
});
