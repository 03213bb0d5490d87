import { waitForHydration } from "../support/app.ts";
import { connectDemo, gatewayControl } from "../support/own-gateway.ts";
import { columnTexts, dataRows, openLedger, selectReferences } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

// Asserts a payment and a count of sign-ins: never retried.
test.describe.configure({ retries: 0 });

test.beforeAll(connectDemo);

test("yen of a gateway that demands account and dates are listed whole, and without decimals", async ({ page }) => {
  const table = await openLedger(page, "/demo/sakura-travel/transactions?currency=JPY");
  await expect(page.getByRole("button", { name: "Environment: Demo" })).toBeVisible();
  await expect(page.getByLabel("Filtered totals")).toContainText(/[1-9][\d,]* JPY/);
  const amounts = await columnTexts(table, "Amount");
  expect(amounts.length).toBeGreaterThan(5);
  for (const amount of amounts) expect(amount).toMatch(/^[-−]?[\d,]+\s*JPY$/);
});

test("a transaction shows members nobody documented, under their own name", async ({ page }) => {
  const table = await openLedger(page, "/demo/zum-anker/transactions");
  await dataRows(table).first().getByRole("gridcell").nth(2).dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await page.getByText("All fields").click();
  await expect(page.getByRole("term").filter({ hasText: "x_internal_flag" }).first()).toBeVisible();
});

test("three of them are looked up together", async ({ page }) => {
  const table = await openLedger(page, "/demo/zum-anker/transactions");
  const references = await selectReferences(table, 3);
  await page.getByRole("button", { name: "Look up 3 references" }).click();
  await expect(page.getByText("3 found, 0 not found, 0 not checked")).toBeVisible();
  for (const reference of references) await expect(page.getByRole("row").filter({ hasText: reference })).toContainText("Found");
});

test("a payment is taken at the gateway of its own, and reaches Success there", async ({ page }) => {
  const before = await gatewayControl.calls("create-payment:zum-anker");
  await page.goto("/demo/zum-anker/payments/new");
  await waitForHydration(page);
  await page.getByRole("combobox", { name: "Terminal" }).selectOption("81000801");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("8.90");
  await page.getByRole("button", { name: "Send to terminal" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  expect(await gatewayControl.calls("create-payment:zum-anker")).toBe(before + 1);
});

test("a session that ended is renewed behind the page, with one call", async ({ page }) => {
  const table = await openLedger(page, "/demo/zum-anker/transactions");
  const before = await gatewayControl.calls("session:zum-anker");
  await gatewayControl.expireSessions();
  await dataRows(table).first().getByRole("gridcell").nth(2).dblclick();
  await expect(page.getByRole("heading", { name: "Details" })).toBeVisible();
  await page.getByText("All fields").click();
  await expect(page.getByLabel("Gateway details")).toBeVisible();
  expect(await gatewayControl.calls("session:zum-anker")).toBe(before + 1);
});

test("the connection page says since when, until when and where, and shows the way through the partner portal", async ({
  page,
}) => {
  await openLedger(page, "/demo/zum-anker/transactions");
  await page.goto("/demo/zum-anker/connection");
  const main = page.getByRole("main");
  await expect(main.getByText("Active", { exact: true })).toHaveCount(2);
  await expect(main).toContainText("0 of 2");
  await expect(main).toContainText("banking.write");
  await expect(main).toContainText("Europe/Sofia");
  await expect(main.getByText("Paste them here.")).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveCount(5);
});
