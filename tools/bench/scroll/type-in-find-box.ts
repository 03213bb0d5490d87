import type { Page } from "@playwright/test";

const text = "POSB0123456789 and what else somebody reads out over the phone";
/** Event Timing tells of nothing quicker. */
export const quickestMs = 16;

/** From each key to the frame that shows what it did, by the browser's own Event Timing; those not told of are quicker. */
export async function typeInFindBox(page: Page): Promise<{ keys: number; toldMs: number[] }> {
  const told = await page.evaluateHandle((durationThreshold) => {
    const told = { ms: [] as number[], isAll: false };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (/^(key|input|before)/.test(name)) told.ms.push(duration);
        if (name === "pointerdown") told.isAll = true;
      }
    }).observe({ type: "event", durationThreshold } as PerformanceObserverInit);
    // The click at the end takes long enough to be told of, and is told of after all the keys.
    addEventListener("pointerdown", () => {
      for (const until = performance.now() + 4 * durationThreshold; performance.now() < until; );
    });
    return told;
  }, quickestMs);
  const box = page.getByRole("searchbox", { name: /^Find/ });
  await box.focus();
  await page.keyboard.type(text, { delay: 60 });
  await box.click();
  await page.waitForFunction(({ isAll }) => isAll, told);
  const { ms } = await told.jsonValue();
  return { keys: text.length, toldMs: ms.sort((one, other) => other - one) };
}
