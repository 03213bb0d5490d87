import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";

/** Exports the list that is shown; returns the path of the file. */
export async function exportList(page: Page, format: "CSV" | "Excel", button = "Export"): Promise<string> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("menuitem", { name: format }).click();
  return (await downloading).path();
}

/** The rows of an exported CSV file, by their headings. */
export async function exportRows(page: Page): Promise<Record<string, string>[]> {
  return parse(await readFile(await exportList(page, "CSV")), { columns: true, bom: true });
}
