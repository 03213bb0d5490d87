import type { Page } from "@playwright/test";

/** Waits until the page has painted what it was last told and has nothing left to do. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resume) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resume()))),
      ),
  );
}
