import type { Page } from "@playwright/test";

/**
 * Waits until the page has painted its latest state and is idle; 5 s at most, because a headless browser sometimes stops
 * rendering a page in which nothing changes.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resume) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resume())));
        setTimeout(resume, 5_000);
      }),
  );
}
