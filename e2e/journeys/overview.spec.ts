import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

/** A number as it is written: "−4,132.73" is -4132.73. */
const toNumber = (text: string) => Number(text.replaceAll(",", "").replace("−", "-"));

const figure = (page: Page, name: string) => page.getByRole("region", { name: "Key figures" }).getByRole("link", { name });

for (const [name, side] of [
  ["Sales", "In"],
  ["Refunds", "Out"],
  ["Fees", "Out"],
] as const) {
  test(`${name} opens the list that adds up to it`, async ({ page }) => {
    // A payment made between the two is counted by the second only.
    await expect(async () => {
      await page.goto("/sandbox/corner-cafe?currency=EUR");
      const text = (await figure(page, name).textContent({ timeout: 5_000 })) ?? "";
      const shown = /−?[\d,]+\.\d\d/.exec(text)?.[0] ?? "";
      await figure(page, name).click();
      await expect(page).toHaveURL(/type=\d/);
      await expect(
        page
          .getByRole("definition")
          .filter({ hasText: new RegExp(`^${side}\\b`, "i") })
          .filter({ hasText: shown })
          .first(),
      ).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(dataRows(page.getByRole("grid", { name: "Transactions" })).first()).toBeVisible();
  });
}

test("from the chart a day is opened with the keyboard, and payouts are not in it", async ({ page }) => {
  await page.goto("/sandbox?currency=EUR");
  await waitForHydration(page);
  const chart = page.getByRole("group", { name: /^Sales per day/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toContainText(/Sales [\d,.]+/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/type=[\d%C,]*501[\d%C,]*&sign=credit|sign=credit/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("from")).toBe(searchParams.get("to"));
  expect(searchParams.get("type")?.split(",")).not.toContain("003");
});

test("a bar of the chart shows its day's numbers under the pointer, and opens the day", async ({ page }) => {
  await page.goto("/sandbox?currency=EUR");
  await waitForHydration(page);
  const chart = page.getByRole("group", { name: /^Sales per day/ });
  const bars = chart.locator("svg").first();
  const { width } = (await bars.boundingBox()) ?? { width: 0 };
  const lastBar = { x: width - 4, y: 60 };
  await bars.hover({ position: lastBar });
  await expect(chart).toContainText(/Sales: [\d,.]+Previous period: [\d,.]+/);
  await bars.click({ position: lastBar });
  await expect(page).toHaveURL(/\/sandbox\/transactions\?/);
  const { searchParams } = new URL(page.url());
  const today = new Date().toISOString().slice(0, 10);
  expect([searchParams.get("from"), searchParams.get("to")]).toEqual([today, today]);
});

test("days that are drawn across in the volume chart become the filter's", async ({ page }) => {
  await page.goto("/sandbox/corner-cafe/transactions");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Volume per day" }).click();
  const bars = page
    .getByRole("figure", { name: /per day/ })
    .locator("svg")
    .first();
  const { x, y, width } = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width * 0.25, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  const { searchParams } = new URL(page.url());
  expect((searchParams.get("from") ?? "") < (searchParams.get("to") ?? "")).toBe(true);
});

test("the chart's numbers stand in a table whose days add up to the sales", async ({ page }) => {
  await page.goto("/sandbox/corner-cafe?currency=EUR");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("table", { name: /^Sales per day/ });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("link").first()).toHaveAttribute("href", /transactions\?from=/);
  // Again where a payment of another journey came between the two.
  await expect(async () => {
    const days = await table.getByRole("row").locator("td:nth-child(2)").allTextContents();
    const sum = days.reduce((total, text) => total + Math.round(toNumber(text) * 100), 0);
    const sales = /[\d,]+\.\d\d/.exec((await figure(page, "Sales").textContent()) ?? "")?.[0] ?? "";
    expect(sum).toBe(Math.round(toNumber(sales) * 100));
  }).toPass();
});

test("currencies are looked at one at a time, and the period stays in the address", async ({ page }) => {
  await page.goto("/sandbox");
  await waitForHydration(page);
  await page.getByLabel("Period").selectOption("Last 7 days");
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await page.getByLabel("Currency").selectOption("JPY");
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole("heading", { name: "Sales per day, JPY" })).toBeVisible();
  // The router writes the addresses of both choices one after the other, later than the page shows them.
  await untilIdle(page);
  await expect(page).toHaveURL(/currency=JPY/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sales per day, JPY" })).toBeVisible();
});

test("what needs attention comes first, with one button each", async ({ page }) => {
  await page.goto("/sandbox");
  const attention = page.getByRole("region", { name: "Open issues" });
  const item = attention.getByRole("listitem").filter({ hasText: "Boulangerie Martin" });
  await expect(item.getByRole("link")).toHaveCount(1);
  const [above, below] = await Promise.all([attention.boundingBox(), figure(page, "Sales").boundingBox()]);
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await item.getByRole("link").click();
  await expect(page).toHaveURL(/refused\/connection/);

  await test.step("what was typed to confirm one sign-in is gone once it was cancelled", async () => {
    const attempt = page.getByRole("main").getByRole("button", { name: "Try one sign-in" }).last();
    const dialog = page.getByRole("dialog", { name: "Try one sign-in: Boulangerie Martin" });
    const typed = dialog.getByLabel("Type the merchant's name: Boulangerie Martin");
    await expect(attempt).toBeVisible();
    await waitForHydration(page);
    await attempt.click();
    await typed.fill("Boulangerie Martin");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await attempt.click();
    await expect(typed).toHaveValue("");
  });
});

test("two merchants are compared over the same days", async ({ page }) => {
  await page.goto("/sandbox?currency=EUR");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Compare…" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Compare / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole("button", { name: "Compare 2" }).click();
  await expect(page).toHaveURL(/compare=/);
  const table = page.getByRole("table", { name: "Comparison, EUR" });
  await expect(table.getByRole("columnheader")).toHaveCount(2);
  await expect(table.getByRole("row", { name: /^Sales/ })).toContainText("EUR");
  await page.goBack();
  await expect(page).toHaveURL("/sandbox?currency=EUR");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(table).toHaveCount(0);
});

test("a compared merchant that cannot be read says so, and can be read again; an unknown one leaves", async ({ page }) => {
  await page.route("**/api/sandbox/zum-anker/overview*", (route) => route.fulfill({ status: 502 }));
  await page.goto("/sandbox?currency=EUR&compare=corner-cafe,zum-anker,nobody");
  const table = page.getByRole("table", { name: "Comparison, EUR" });
  await expect(table.getByRole("columnheader")).toHaveCount(2);
  await expect(page).toHaveURL(/compare=corner-cafe(?:,|%2C)zum-anker$/);
  await expect(table.getByRole("alert")).toHaveText("Didn't load");
  await expect(table.getByRole("row", { name: /^Sales/ })).toContainText("EUR");
  await page.unroute("**/api/sandbox/zum-anker/overview*");
  await table.getByRole("button", { name: "Try again" }).click();
  await expect(table.getByRole("alert")).toHaveCount(0);
  await expect(table.getByRole("row", { name: /^Sales/ }).getByRole("cell")).toHaveCount(2);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const) {
  test(`at ${width} the figures stand high, and the page is short`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/sandbox");
    await waitForHydration(page);
    await expect(page.getByRole("table", { name: "Merchants" })).toBeVisible();
    await expect(
      page
        .getByRole("group", { name: /Sales per day/ })
        .locator("svg")
        .first(),
    ).toBeVisible();
    const first = await figure(page, "Sales").boundingBox();
    expect.soft(first?.y).toBeLessThanOrEqual(240);
    expect.soft(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_400);
    expect
      .soft(await page.locator("a[href], button, input, select, [tabindex='0']").filter({ visible: true }).count())
      .toBeLessThanOrEqual(60);
  });
}
