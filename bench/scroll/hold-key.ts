import { setTimeout as wait } from "node:timers/promises";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { longestTasks } from "./longest-tasks.ts";
import type { LongList } from "./open-long-list.ts";
import { watchFrames } from "./watch-frames.ts";

type Hold = { key: string; forMs: number; everyMs: number };

export type Held = Hold & {
  presses: number;
  /** How far the list has moved. */
  rows: number;
  /** Between two frames that the page could draw, longest first. */
  framesMs: number[];
  /** On the page's main thread, as Chromium traced them, longest first. */
  tasksMs: number[];
};

const kept = 20;

/** Holds a key down in the middle of the list as a keyboard does, while Chromium traces the page. */
export async function holdKey({ browser, page }: LongList, hold: Hold): Promise<Held> {
  const table = page.getByRole("grid", { name: "Transactions" });
  await table.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight / 2;
  });
  await page.waitForFunction(() => document.querySelectorAll("[role=grid] [data-key]").length > 10);
  await table.locator("[data-key]").nth(8).focus();
  const focused = await rowInFocus(page);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((row) => Number(document.activeElement?.getAttribute("data-index")) === row, focused + 1);
  await untilIdle(page);
  const watched = await watchFrames(page);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
  const presses = await press(page, hold);
  const trace = await browser.stopTracing();
  const framesMs = await watched.stop();
  const rows = Math.abs((await rowInFocus(page)) - focused - 1);
  return { ...hold, presses, rows, framesMs: framesMs.slice(0, kept), tasksMs: longestTasks(trace).slice(0, kept) };
}

async function press(page: LongList["page"], { key, forMs, everyMs }: Hold): Promise<number> {
  const startedAt = performance.now();
  let presses = 0;
  while (performance.now() - startedAt < forMs) {
    await page.keyboard.down(key);
    presses += 1;
    await wait(Math.max(0, startedAt + presses * everyMs - performance.now()));
  }
  await page.keyboard.up(key);
  return presses;
}

function rowInFocus(page: LongList["page"]): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute("data-index") ?? Number.NaN));
}
