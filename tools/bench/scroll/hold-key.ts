import { setTimeout as wait } from "node:timers/promises";
import { untilIdle } from "#scripts/support/until-idle.ts";
import type { LongList } from "./open-long-list.ts";
import { type Watched, watchPage } from "./watch-page.ts";

type Hold = { key: string; forMs: number; everyMs: number };

export type CachedCredential = Hold &
  Watched & {
    presses: number;
    /** Scroll distance of the list. */
    rows: number;
  };

/** Presses a key repeatedly in the middle of the list as a keyboard does, while Chromium traces the page. */
export async function holdKey(list: LongList, hold: Hold): Promise<CachedCredential> {
  const { page } = list;
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
  const { result: presses, ...watched } = await watchPage(list, () => press(page, hold));
  const rows = Math.abs((await rowInFocus(page)) - focused - 1);
  return { ...hold, ...watched, presses, rows };
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
