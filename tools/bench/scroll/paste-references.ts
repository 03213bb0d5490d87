import type { Browser, Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type Watched, watchPage } from "./watch-page.ts";

const charactersOfOne = 16;

type Paste = { address: string; characters: number };

/** Pastes this many characters into the bulk lookup with the keyboard, and waits until all references are listed. */
export async function pasteReferences(
  list: { browser: Browser; page: Page },
  { address, characters }: Paste,
): Promise<Watched & { characters: number }> {
  const { page } = list;
  const references = Math.floor(characters / charactersOfOne);
  const lines = Array.from({ length: references }, (_, index) => `POSA026${String(index).padStart(8, "0")}`);
  await page.goto(address);
  const field = page.getByRole("textbox", { name: "References" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n").padEnd(characters, "\n"));
  await field.click();
  await untilIdle(page);
  const watched = await watchPage(list, async () => {
    await page.keyboard.press("ControlOrMeta+v");
    await page.getByRole("button", { name: `Look up ${references.toLocaleString("en")} references` }).waitFor();
    await page.getByRole("grid", { name: "References" }).getByText("Waiting").first().waitFor();
    await untilIdle(page);
  });
  return { ...watched, characters };
}
