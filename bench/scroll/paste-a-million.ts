import type { Browser, Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type Watched, watchPage } from "./watch-page.ts";

const characters = 1_000_000;
const references = 62_000;

/** A million characters are pasted into the lookup of many with the keyboard, until all references in them stand in its list. */
export async function pasteAMillion(list: { browser: Browser; page: Page }, address: string): Promise<Watched> {
  const { page } = list;
  const lines = Array.from({ length: references }, (_, at) => `POSA026${String(at).padStart(8, "0")}`);
  await page.goto(address);
  const field = page.getByRole("textbox", { name: "References" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n").padEnd(characters, "\n"));
  await field.click();
  await untilIdle(page);
  return watchPage(list, async () => {
    await page.keyboard.press("ControlOrMeta+v");
    await page.getByRole("button", { name: `Look up ${references.toLocaleString("en")} references` }).waitFor();
    await page.getByRole("grid", { name: "Looked up references" }).getByText("Not yet").first().waitFor();
    await untilIdle(page);
  });
}
