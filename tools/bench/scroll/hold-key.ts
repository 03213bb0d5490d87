import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import type { LongList } from "./open-long-list.ts";
import { type Watched, watchPage } from "./watch-page.ts";

type Hold = { key: string; forMs: number; everyMs: number };

export type HeldKey = Hold &
  Watched & {
    presses: number;
    /** Scroll distance of the list. */
    rows: number;
  };

/** Presses a key repeatedly in the middle of the list as a keyboard does, while Chromium traces the page. */
export async function holdKey(list: LongList, hold: Hold): Promise<HeldKey> {
  const { page } = list;
  const focused = await focusMiddleRow(page);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((row) => Number(document.activeElement?.getAttribute("data-index")) === row, focused + 1);
  await untilIdle(page);
  const { result: presses, ...watched } = await watchPage(list, () => press(page, hold));
  const rows = Math.abs((await rowInFocus(page)) - focused - 1);
  return { ...hold, ...watched, presses, rows };
}

/**
 * Scrolls to the middle of the list and focuses the row shown there; the index of the row. Not just any row: one at the edge
 * can become another row when the list has scrolled.
 */
async function focusMiddleRow(page: Page): Promise<number> {
  const table = page.getByRole("grid", { name: "Transactions" });
  await table.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight / 2;
  });
  const focused = await page.waitForFunction(
    (grid) => {
      const { left, top, width, height } = grid.getBoundingClientRect();
      const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest<HTMLElement>("[data-key]");
      row?.focus();
      return row && Number(row.dataset.index);
    },
    await table.evaluateHandle((grid) => grid),
  );
  return Number(await focused.jsonValue());
}

async function press(page: Page, { key, forMs, everyMs }: Hold): Promise<number> {
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

function rowInFocus(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute("data-index") ?? Number.NaN));
}
