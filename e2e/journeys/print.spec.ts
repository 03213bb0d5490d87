import type { Page } from "@playwright/test";
import { openCafe, waitForHydration } from "../support/app.ts";
import { everyPage, openWhole, receiveMessage } from "../support/every-page.ts";
import { findCutOff } from "../support/layout-faults.ts";
import { expect, test } from "../support/test.ts";

/** The printable width of A4. */
const sheet = { width: 703, height: 1000 };

async function emulatePrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(sheet);
}

/** Checks that no screen-only element is printed. */
async function expectPaper(page: Page): Promise<void> {
  for (const role of ["navigation", "button", "searchbox", "complementary"] as const)
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.getByText("Environment: Sandbox")).toBeVisible();
  expect(await findCutOff(page)).toEqual([]);
}

test("a list goes to paper with all the rows that were loaded, its headings on every sheet, its filter and its time", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/sandbox/corner-cafe/transactions?sign=credit");
  const grid = page.getByRole("grid", { name: "Transactions" });
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(async () => Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(150);
  await expect(page.getByRole("row").last()).toContainText(/\d/);

  await emulatePrint(page);
  const table = page.getByRole("table", { name: /^Transactions/ });
  const onScreen = page.locator("[role=grid][aria-label=Transactions]");
  await expect(async () => {
    await expect(table.getByRole("row")).toHaveCount(Number(await onScreen.getAttribute("aria-rowcount")), { timeout: 1_000 });
  }).toPass();
  await expect(table.getByRole("columnheader").first()).toHaveText("Date");
  expect(await table.locator("thead").evaluate((head) => getComputedStyle(head).display)).toBe("table-header-group");
  await expect(page.getByText("Filtered: Direction Money in")).toBeVisible();
  await expect(page.getByText(/^Updated /)).toBeVisible();
  await expectPaper(page);

  await page.emulateMedia({ media: "screen" });
  await expect(table).toHaveCount(0);
  await expect(grid).toBeVisible();
});

test("printing itself puts the rows on as many sheets as they need", async ({ page }) => {
  await openCafe(page);
  const sheets = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // Repeats until the page is hydrated.
  await expect.poll(sheets).toBeGreaterThan(2);
});

test("payments and notifications go to paper as their lists show them", async ({ page, request }) => {
  // Creates one of each.
  await everyPage(request);
  for (const [path, name] of [
    ["/sandbox/payments", "Terminal payments"],
    ["/sandbox/notifications", "Notifications"],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 720 });
    await openWhole(page, path);
    const rows = page.getByRole("row");
    await expect(rows.nth(1)).toBeVisible();
    await emulatePrint(page);
    await expect(rows.filter({ visible: true }).nth(1)).toBeVisible();
    expect(
      await page
        .locator("thead")
        .first()
        .evaluate((head) => getComputedStyle(head).display),
    ).toBe("table-header-group");
    await expect(page.getByText(/^(No filters|Filtered)/), name).toBeVisible();
    await expect(page.getByText(/^Updated /)).toBeVisible();
    await expectPaper(page);
  }
});

test("a transaction and a payment go to paper as receipts", async ({ page, request }) => {
  const pages = await everyPage(request);
  for (const [file, what, left] of [
    ["[environment]/[merchant]/transactions/[reference]", "What happened", "JSON"],
    ["[environment]/[merchant]/payments/[paymentId]", "What happened", "Copy"],
    ["[environment]/[merchant]/payments/[paymentId]/receipt", "", "Print"],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await openWhole(page, pages.get(file) ?? "");
    if (what !== "") await expect(page.getByRole("heading", { name: what })).toBeVisible();
    await emulatePrint(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (what !== "") await expect(page.getByRole("heading", { name: what })).toBeVisible();
    await expect(page.getByText(left, { exact: true }).filter({ visible: true })).toHaveCount(0);
    await expectPaper(page);
  }
});

test("the go-live sheet of a notification URL is one sheet, and each thing that is missing leads where it is put right", async ({
  page,
}) => {
  await receiveMessage();
  await openWhole(page, "/sandbox/corner-cafe/endpoints");
  await page.getByRole("link", { name: "Go-live sheet" }).first().click();
  const sheetOfUrl = page.getByRole("article", { name: "Go-live sheet" });
  await expect(sheetOfUrl.getByRole("heading", { level: 1 })).toContainText("Corner Cafe");
  await expect(sheetOfUrl).toContainText(/p50 [\d.,]+ ms, p95 [\d.,]+ ms/);
  await expect(sheetOfUrl).toContainText("ForwardingOff");
  await expect(sheetOfUrl).toContainText(/Made on \d+ \w+ .* by /);
  const run = sheetOfUrl.getByRole("link", { name: /self-test/ });
  await expect(run).toHaveAttribute("href", "/sandbox/corner-cafe/endpoints");
  await waitForHydration(page);
  await emulatePrint(page);
  await expect(page.getByText("Print", { exact: true }).filter({ visible: true })).toHaveCount(0);
  await expectPaper(page);
  expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("the overview goes to paper with its chart and its table", async ({ page }) => {
  await openWhole(page, "/sandbox/corner-cafe");
  const bars = "[role=group] svg";
  await expect(page.locator(bars).first()).toBeVisible();
  await emulatePrint(page);
  const charts = page.locator("section", { has: page.locator(bars) });
  expect(await charts.count()).toBeGreaterThan(0);
  for (const chart of await charts.all()) {
    await expect(chart.getByRole("table").getByRole("row").nth(1)).toBeVisible();
    const wide = await chart
      .locator(bars)
      .first()
      .evaluate((svg) => svg.getBoundingClientRect().width);
    expect(wide).toBeLessThanOrEqual(sheet.width);
  }
  await expectPaper(page);
});
