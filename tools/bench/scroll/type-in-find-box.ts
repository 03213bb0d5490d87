import type { Page } from "@playwright/test";

const text = "POSB0123456789 and what else somebody reads out over the phone";
/** The shortest duration that Event Timing reports. */
export const quickestMs = 16;

/** Time from each key to the frame that shows its effect, by the browser's Event Timing; unreported keys are faster. */
export async function typeInFindBox(page: Page): Promise<{ keys: number; toldMs: number[] }> {
  const told = await page.evaluateHandle((durationThreshold) => {
    const told = { ms: [] as number[], isAll: false };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (/^(key|input|before)/.test(name)) told.ms.push(duration);
        if (name === "pointerdown") told.isAll = true;
      }
    }).observe({ type: "event", durationThreshold } as PerformanceObserverInit);
    // The final click takes long enough to be reported, and is reported after all the keys.
    addEventListener("pointerdown", () => {
      for (const until = performance.now() + 4 * durationThreshold; performance.now() < until; );
    });
    return told;
  }, quickestMs);
  const box = page.getByRole("searchbox", { name: /^Search by reference/ });
  await box.focus();
  await page.keyboard.type(text, { delay: 60 });
  await box.click();
  await page.waitForFunction(({ isAll }) => isAll, told);
  const { ms } = await told.jsonValue();
  return { keys: text.length, toldMs: ms.sort((left, right) => right - left) };
}
