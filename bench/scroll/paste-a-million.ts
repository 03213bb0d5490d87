import type { Browser, Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { longestTasks } from "./longest-tasks.ts";
import { watchFrames } from "./watch-frames.ts";

export type PastedMillion = {
  references: number;
  /** Between two frames that the page could draw, longest first. */
  framesMs: number[];
  /** On the page's main thread, as Chromium traced them, longest first. */
  tasksMs: number[];
};

const characters = 1_000_000;
const references = 62_000;
const kept = 20;

/** A million characters are pasted into the lookup of many with the keyboard, until all references in them stand in its list. */
export async function pasteAMillion(browser: Browser, page: Page, address: string): Promise<PastedMillion> {
  const lines = Array.from({ length: references }, (_, at) => `POSA026${String(at).padStart(8, "0")}`);
  await page.goto(address);
  const field = page.getByRole("textbox", { name: "References" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n").padEnd(characters, "\n"));
  await field.click();
  await untilIdle(page);
  const watched = await watchFrames(page);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
  await page.keyboard.press("ControlOrMeta+v");
  await page.getByRole("button", { name: `Look up ${references.toLocaleString("en")} references` }).waitFor();
  await page.getByRole("grid", { name: "Looked up references" }).getByText("Not yet").first().waitFor();
  await untilIdle(page);
  const trace = await browser.stopTracing();
  const framesMs = await watched.stop();
  return { references, framesMs: framesMs.slice(0, kept), tasksMs: longestTasks(trace).slice(0, kept) };
}
