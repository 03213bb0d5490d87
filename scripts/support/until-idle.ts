import type { Page } from "@playwright/test";

/**
 * Waits until the page has painted what it was last told and has nothing left to do; 5 s at most, since a browser without
 * a screen now and then stops drawing a page in which nothing changes.
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
