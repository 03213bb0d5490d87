import { waitForHydration } from "../support/app.ts";
import { exportRows } from "../support/exports.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("rates lead to the sales behind them, each with its fee, and these to a file", async ({ page }) => {
  // Nothing new arrives in days that are over.
  await page.goto(`/sandbox/fees?merchant=moda-ritorni&from=${daysAgo(20)}&to=${daysAgo(2)}`);
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Sales and their fees" }));
  await expect(rows.first()).toBeVisible();

  await page.getByText("By card brand").click();
  const table = page.getByRole("region", { name: "By card brand" });
  const [brand = ""] = await table.getByRole("rowheader").allTextContents();
  await table.getByRole("link", { name: brand, exact: true }).click();
  await expect(page).toHaveURL(/brand=/);
  await expect(page.getByRole("button", { name: new RegExp(`^Clear .*${brand}$`) })).toBeVisible();

  const rate = page.getByRole("region", { name: "Rates" }).getByRole("row").nth(1).getByRole("cell").first();
  await expect(rate).toHaveText(/^\d+\.\d\d%$/);
  await expect(rows.filter({ hasNotText: brand })).toHaveCount(0);

  const records = await exportRows(page);
  const [reference = ""] = await rows.first().getByRole("link").allTextContents();
  expect(records.map((record) => Object.values(record))).toContainEqual(expect.arrayContaining([reference]));

  await rows.first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
});
