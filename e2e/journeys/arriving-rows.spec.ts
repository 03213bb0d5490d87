import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { headingHeightPx, rowHeightPx } from "#components/data-table/grid-sizes.ts";
import { payOrders, stamp, waitForHydration } from "../support/app.ts";
import { origin } from "../support/surroundings.ts";
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
      const position = await placeOf(row);
      // Beside the panel the rows are higher; the list scrolls once to keep the row in view.
      const seen: number[] = [];
      await expect.poll(async () => seen.push(await heightIn(table, row)) > 1 && seen.at(-1) === seen.at(-2)).toBe(true);
      const heightPx = seen.at(-1);
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

/** Two terminal payments of a shop where no other journey takes any; returns the reference of the older one. */
async function payTwice(request: APIRequestContext): Promise<string> {
  const references = [1, 2].map((number) => `TWICE-${stamp()}-${number}`);
  for (const referenceNumber of references) {
    const made = await request.post("/api/sandbox/moda-ritorni/payments", {
      headers: { origin, "idempotency-key": referenceNumber },
      data: { amountMinor: 1_990, currency: "EUR", terminalId: "81000501", referenceNumber },
    });
    expect(made.status()).toBe(201);
  }
  return references[0] ?? "";
}

for (const { path, name, box, findOne } of [
  { path: "/sandbox/moda-ritorni/payments", name: "Terminal payments", box: "Reference or order", findOne: payTwice },
  { path: "/sandbox/merchants", name: "Merchants", box: "Search merchants", findOne: async () => "Sakura Reisen" },
]) {
  test(`${name}: rows that a search had hidden are not new when it is cleared`, async ({ page, request }) => {
    const text = await findOne(request);
    await page.goto(path);
    const rows = dataRows(page.getByRole("grid", { name, exact: true }));
    await expect(rows.nth(1)).toBeVisible();
    await waitForHydration(page);
    const search = page.getByRole("textbox", { name: box });
    const announced = (count: string) => page.getByRole("status").filter({ hasText: new RegExp(`^${name}: ${count}$`) });
    await search.fill(text);
    await search.press("Enter");
    await expect(rows).toHaveCount(1);
    await expect(announced("1")).toHaveCount(1);
    await search.fill("");
    await search.press("Enter");
    await expect(rows.nth(1)).toBeVisible();
    await expect(announced(String.raw`(?!1$)\d+`)).toHaveCount(1);
    await expect(page.locator("[role=row][data-new]")).toHaveCount(0);
  });
}
