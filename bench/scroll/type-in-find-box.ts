import type { Page } from "@playwright/test";

const text = "POSB0123456789 and what else somebody reads out over the phone";
/** Event Timing tells of nothing quicker. */
export const quickestMs = 16;

/** From each key to the frame that shows what it did, by the browser's own Event Timing; those not told of are quicker. */
export async function typeInFindBox(page: Page): Promise<{ keys: number; toldMs: number[] }> {
  await page.evaluate((durationThreshold) => {
    const told: number[] = [];
    Object.assign(globalThis, { told });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (/^(key|input|before)/.test(name)) told.push(duration);
    }).observe({ type: "event", durationThreshold } as PerformanceObserverInit);
  }, quickestMs);
  await page.getByRole("searchbox", { name: /^Find/ }).focus();
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(500);
  const toldMs = await page.evaluate(() => (globalThis as unknown as { told: number[] }).told);
  return { keys: text.length, toldMs: toldMs.sort((one, other) => other - one) };
}
