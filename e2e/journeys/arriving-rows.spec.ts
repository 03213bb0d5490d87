import type { Locator, Page } from "@playwright/test";
import { headingHeightPx, rowHeightPx } from "#components/data-table/grid-sizes.ts";
import { payOrders, waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

/** Distance of a row from the table's upper edge; the table itself may move when the layout around it changes. */
const heightIn = async (table: Locator, row: Locator) =>
  ((await row.boundingBox())?.y ?? 0) - ((await table.boundingBox())?.y ?? 0);

/** Counted from the heading, which is the first. */
const placeOf = async (row: Locator) => Number(await row.getAttribute("aria-rowindex"));

/** Focuses the row by keyboard; returns that row, wherever it moves. */
async function goToRow(page: Page, table: Locator, keys: readonly string[]): Promise<Locator> {
  await waitForHydration(page);
  await dataRows(table).first().focus();
  for (const key of keys) await page.keyboard.press(key);
  const key = await table.locator("[role=row]:focus").getAttribute("data-key");
  return table.locator(`[role=row][data-key="${key}"]`);
}

const colourOf = (row: Element) => getComputedStyle(row).backgroundColor;

/** Runs in the page; undefined while there is none. */
function colourOfNewRow(): string | undefined {
  const row = document.querySelector("[role=row][data-new]");
  return row ? getComputedStyle(row).backgroundColor : undefined;
}

for (const [path, name, missing] of [
  ["/sandbox/transactions", "Transactions", 0],
  ["/sandbox/notifications", "Received notifications", 25],
] as const) {
  test(`${name}: rows that come leave the focus with its row, and the rows where they are`, {
    annotation: { type: "slow", description: "Waits for the ledger to be complete and for new rows to come" },
  }, async ({ page, request }) => {
    await payOrders(request, missing);
    await expect.poll(async () => (await (await request.get("/api/sandbox/transactions")).json()).complete).toBe(true);
    await page.goto(path);
    const table = page.getByRole("grid", { name, exact: true });

    await test.step("a new row is highlighted for a moment, and looks like any other where less motion is wanted", async () => {
      await waitForHydration(page);
      const usual = await dataRows(table).nth(5).evaluate(colourOf);
      for (const reducedMotion of ["no-preference", "reduce"] as const) {
        await page.emulateMedia({ reducedMotion });
        const seen = page.waitForFunction(colourOfNewRow);
        await payOrders(request, 1);
        expect((await (await seen).jsonValue()) === usual, reducedMotion).toBe(reducedMotion === "reduce");
        await expect(table.locator("[data-new]")).toHaveCount(0);
      }
    });

    await test.step("at the top they come in, and the focus goes along with its row", async () => {
      const row = await goToRow(page, table, ["j"]);
      const position = await placeOf(row);
      await payOrders(request, 1);
      await expect.poll(() => placeOf(row)).toBeGreaterThan(position);
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport();
      // Repeats, in case many rows arrived at once.
      const [topPx, bottomPx] = await table.evaluate(({ scrollTop, clientHeight }) => [scrollTop, scrollTop + clientHeight]);
      expect(topPx === 0 || bottomPx === headingHeightPx + ((await placeOf(row)) - 1) * rowHeightPx).toBe(true);
    });

    await test.step("farther down nothing moves, a panel beside the list stays, and Enter opens what was looked at", async () => {
      const row = await goToRow(page, table, ["PageDown", "PageDown", "PageDown"]);
      await page.keyboard.press("p");
      const panel = page.getByRole("complementary", { name: "Preview" });
      const shown = await panel.getByRole("heading", { level: 2 }).textContent();
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(52);
      const href = await row.locator("a").first().getAttribute("href");
      const [position, heightPx] = [await placeOf(row), await heightIn(table, row)];
      await payOrders(request, 2);
      await expect.poll(() => placeOf(row)).toBeGreaterThan(position);
      expect(await heightIn(table, row)).toBe(heightPx);
      await expect(row).toBeFocused();
      await expect(panel.getByRole("heading", { level: 2 })).toHaveText(shown ?? "");
      await expect(page.getByRole("button", { name: /^\d+ new rows?$/ })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).pathname).toBe(href);
    });

    await test.step("what came above meanwhile is told, and a press leads there", async () => {
      await page.goBack();
      const row = await goToRow(page, table, ["Home", "PageDown", "PageDown", "PageDown"]);
      const position = await placeOf(row);
      await payOrders(request, 1);
      await expect.poll(() => placeOf(row)).toBeGreaterThan(position);
      const above = page.getByRole("button", { name: /^\d+ new rows?$/ });
      await above.click();
      await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBe(0);
      await expect(table.locator("[role=row]:focus")).toBeInViewport();
      await expect(above).toBeHidden();
    });
  });
}
