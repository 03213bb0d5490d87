import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "../support/app.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

/** Of one merchant, since a warning about others would stand above all their rows. */
const lists = [
  "corner-cafe/transactions",
  "corner-cafe/transactions?sign=debit&currency=EUR&amountMin=1",
  "fees",
  "merchants",
  "settings/audit",
  "settings/staff",
];

/** Lines of a list that scroll sideways and do not show it by fading at their end. */
const findCutLines = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".list-page, .list-page :not([role=grid], [role=grid] *)")].flatMap((line) => {
      const { overflowX, maskImage } = getComputedStyle(line);
      const overPx = line.scrollWidth - line.clientWidth;
      if (!/auto|scroll|hidden/.test(overflowX) || maskImage !== "none" || overPx <= 1 || line.closest(".sr-only")) return [];
      return line.checkVisibility() && line.clientWidth > 1
        ? [`${line.getAttribute("aria-label") ?? line.innerText}: ${overPx} px`]
        : [];
    }),
  );

for (const [width, height] of [
  [390, 844],
  [1024, 800],
] as const) {
  for (const language of ["en", "de"]) {
    test.describe(`at ${width} px, ${language}`, () => {
      test.use({ viewport: { width, height } });

      test("no line of a list is cut off without a sign of it, and rows begin high", async ({ page }) => {
        await page.context().addCookies([{ name: "language", value: language, url: origin }]);
        for (const path of lists) {
          await page.goto(`/sandbox/${path}`);
          await waitForHydration(page);
          const row = dataRows(page.getByRole("grid")).first();
          await expect(row, path).toBeVisible();
          // Above the rows stands that a merchant is still synced, while it is.
          await expect.poll(async () => (await row.boundingBox())?.y, path).toBeLessThanOrEqual(320);
          expect(await findCutLines(page), path).toEqual([]);
        }
      });
    });
  }
}

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const fadePx = (line: Locator, end: "start" | "end") =>
    line.evaluate((element, name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)), `--fade-${end}`);

  test("tabs fade where there are more, and arrow keys lead to the last", async ({ page }) => {
    await page.goto("/sandbox/notifications");
    await waitForHydration(page);
    const tabs = page.getByRole("toolbar", { name: "Lists" });
    const last = tabs.getByRole("link").last();
    await expect(last).not.toBeInViewport({ ratio: 1 });
    expect(await fadePx(tabs, "end")).toBeGreaterThan(0);
    expect(await fadePx(tabs, "start")).toBe(0);
    await tabs.getByRole("link").first().focus();
    await page.keyboard.press("End");
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect.poll(() => fadePx(tabs, "end")).toBe(0);
    expect(await fadePx(tabs, "start")).toBeGreaterThan(0);
  });

  test("a filter that is set moves no row, and the search and all tools stay in view", async ({ page }) => {
    await page.goto("/sandbox/corner-cafe/transactions");
    await waitForHydration(page);
    const row = dataRows(page.getByRole("grid")).first();
    await expect(row).toBeVisible();
    const before = (await row.boundingBox())?.y;
    const bar = page.getByRole("region", { name: "Filters" });
    await bar.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Direction" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Money out" }).click();
    await expect(page).toHaveURL(/sign=debit/);
    expect((await row.boundingBox())?.y).toBe(before);
    const tools = ["Show fees", "Columns", /^Times in/, "Filter"];
    for (const name of tools) {
      await expect(bar.getByRole("button", { name, exact: true }).first(), String(name)).toBeInViewport({ ratio: 1 });
    }
    await expect(bar.getByRole("textbox")).toBeInViewport({ ratio: 1 });
    await bar.getByLabel("Sort by").selectOption("oldest");
    await expect(page).toHaveURL(/order=oldest/);
  });
});

test("the button that copies a row says so, with its key, while the pointer is on it", async ({ page }) => {
  await page.goto("/sandbox/corner-cafe/transactions");
  await waitForHydration(page);
  const row = dataRows(page.getByRole("grid")).first();
  await row.hover();
  const button = row.getByRole("button", { name: /^Copy / });
  await button.hover();
  const tooltip = page.getByRole("tooltip");
  await expect(tooltip).toContainText((await button.getAttribute("aria-label")) ?? "-");
  await expect(tooltip.getByText("c", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await page.mouse.move(1, 1);
  await row.hover();
  await button.hover();
  await expect(tooltip).toBeVisible();
  await page.mouse.move(1, 1);
  await expect(tooltip).toHaveCount(0);
});
