import type { Browser, Page } from "@playwright/test";
import { longestTasks } from "./longest-tasks.ts";

export type Watched = {
  /** Intervals between rendered frames, longest first. */
  framesMs: number[];
  /** Tasks of the page's main thread, from Chromium's trace, longest first. */
  tasksMs: number[];
};

const kept = 20;

/** The page's frames and tasks while `act` ran, with the result of `act`. */
export async function watchPage<Result>(
  { browser, page }: { browser: Browser; page: Page },
  act: () => Promise<Result>,
): Promise<Watched & { result: Result }> {
  const watched = await page.evaluateHandle(() => {
    const watched = { framesMs: [] as number[], isOver: false };
    let last = performance.now();
    const watch = (now: number) => {
      watched.framesMs.push(now - last);
      last = now;
      if (!watched.isOver) requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
    return watched;
  });
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
  const result = await act();
  const trace = await browser.stopTracing();
  const framesMs = await watched.evaluate((watch) => {
    watch.isOver = true;
    return watch.framesMs;
  });
  const longestFrames = framesMs.slice(1).sort((left, right) => right - left);
  return { result, framesMs: longestFrames.slice(0, kept), tasksMs: longestTasks(trace).slice(0, kept) };
}
