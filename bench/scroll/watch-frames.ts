import type { Page } from "@playwright/test";

/** Counts from now on how long it takes from each frame that the page could draw to the next, in ms; longest first. */
export async function watchFrames(page: Page): Promise<{ stop: () => Promise<number[]> }> {
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
  async function stop() {
    const framesMs = await watched.evaluate((watch) => {
      watch.isOver = true;
      return watch.framesMs;
    });
    return framesMs.slice(1).sort((one, other) => other - one);
  }
  return { stop };
}
