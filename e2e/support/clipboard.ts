import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "./app.ts";

/** Pastes with the keyboard. */
export async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await waitForHydration(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await page.keyboard.press("ControlOrMeta+v");
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
