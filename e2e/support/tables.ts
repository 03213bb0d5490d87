import { expect, type Locator, type Page } from "@playwright/test";
import { waitForHydration } from "./app.ts";

/** The rows of a table without its heading. */
export function dataRows(table: Locator): Locator {
  return table.getByRole("row").filter({ has: table.page().getByRole("gridcell") });
}

/** The text of one column in every rendered row, by the column's heading; empty while there is no table. */
export async function columnTexts(table: Locator, heading: string): Promise<string[]> {
  return table.getByRole("row").evaluateAll((rows, headingText) => {
    const texts = rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? ""));
    const column = texts[0]?.indexOf(headingText) ?? -1;
    return column < 0 ? [] : texts.slice(1).map((row) => row[column] ?? "");
  }, heading);
}

/** The exact times of the rendered rows, as instants in UTC. */
export async function rowTimes(table: Locator): Promise<string[]> {
  const times = dataRows(table).locator("time");
  return times.evaluateAll((elements) => elements.map((element) => element.getAttribute("datetime") ?? ""));
}

/** Opens a ledger and waits for its rows. */
export async function openLedger(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const table = page.getByRole("grid", { name: "Transactions" });
  await expect(dataRows(table).first()).toBeVisible();
  await waitForHydration(page);
  return table;
}

/** Selects the first `count` rows that have a unique reference; returns the references. */
export async function selectReferences(table: Locator, count: number): Promise<string[]> {
  const references = new Set<string>();
  for (const [index, reference] of (await columnTexts(table, "Reference")).entries()) {
    if (references.size === count) break;
    if (reference === "–" || references.has(reference)) continue;
    await dataRows(table).nth(index).getByRole("checkbox").check({ force: true });
    references.add(reference);
  }
  return [...references];
}
