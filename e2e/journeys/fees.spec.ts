import { waitForHydration } from "../support/app.ts";
import { exportRows } from "../support/exports.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

// A list of days that are not synced yet stays empty.
test.beforeEach(async ({ request }) => {
  await expect.poll(async () => (await (await request.get("/api/sandbox/transactions")).json()).complete).toBe(true);
});

test("rates lead to the sales behind them, each with its fee, and these to a file", async ({ page }) => {
  // Nothing new arrives in days that are over.
  await page.goto(`/sandbox/fees?merchant=moda-ritorni&from=${daysAgo(20)}&to=${daysAgo(2)}`);
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Sales and their fees" }));
  await expect(rows.first()).toBeVisible();

  const openSums = async (name: string) => {
    await page.getByRole("button", { name: new RegExp(`^${name} `) }).click();
    return page.getByRole("dialog", { name }).getByRole("region", { name });
  };
  const table = await openSums("By card brand");
  const [brand = ""] = await table.getByRole("rowheader").allTextContents();
  await table.getByRole("link", { name: brand, exact: true }).click();
  await expect(page).toHaveURL(/brand=/);
  await expect(page.getByRole("button", { name: new RegExp(`^Clear .*${brand}$`) })).toBeVisible();

  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [rate = ""] = (await page.getByLabel("Rates").innerText()).match(/\d+\.\d\d%/) ?? [];
  const byCurrency = await openSums("By currency");
  await expect(byCurrency.getByRole("row").nth(1).getByRole("cell").first()).toHaveText(rate);
  await page.keyboard.press("Escape");
  await expect(rows.filter({ hasNotText: brand })).toHaveCount(0);

  const records = await exportRows(page);
  const [reference = ""] = await rows.first().getByRole("link").allTextContents();
  expect(records.map((record) => Object.values(record))).toContainEqual(expect.arrayContaining([reference]));

  await rows.first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
});

test("the rows come first: what they come to is below them, and what the list holds behind its button", async ({ page }) => {
  await page.goto("/sandbox/fees");
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Sales and their fees" }));
  await expect(rows.first()).toBeVisible();
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(260);
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary", { name: "Preview" })).toBeVisible();
  await page.keyboard.press("Escape");

  const about = page.getByText("A sale and its fee share the payment reference.");
  await expect(about).toBeHidden();
  await page.getByRole("button", { name: "About this list" }).click();
  await expect(about).toBeVisible();
});
