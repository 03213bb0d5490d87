import { type ElementHandle, expect, type Locator, type Page } from "@playwright/test";

export type FocusLook = { element: ElementHandle<Element>; look: string };

/** Appearance of the focused element and its surroundings, once it no longer changes. */
export async function lookAtFocus(page: Page): Promise<FocusLook> {
  const element = await page.evaluateHandle(() => document.activeElement ?? document.body);
  return { element, look: await readAppearance(element) };
}

/** Fails when the element looked the same with the focus as it does now without it. */
export async function expectSeen({ element, look }: FocusLook): Promise<void> {
  const name = await element.evaluate((item) => item.outerHTML.slice(0, 140));
  await expect.poll(() => readAppearance(element), { message: `whether the focus could be seen on ${name}` }).not.toBe(look);
}

/**
 * Presses Tab, and arrow keys within the toolbar that has `target`, until it or an element in it has the focus; checks that
 * the focus is visible at every stop.
 */
export async function tabTo(page: Page, target: Locator, stopsMax = 60): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stopsMax; stop++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    const left = await lookAtFocus(page);
    await page.keyboard.press(await target.evaluate(keyTowards));
    if (await left.element.evaluate((element) => element !== document.body && element.id !== "main" && element.isConnected))
      await expectSeen(left);
  }
  throw new Error(`Not reached with ${stopsMax} stops.`);
}

/** Runs in the page: the key that leads on to an element. */
function keyTowards(target: Element): string {
  const toolbar = document.activeElement?.closest("[role=toolbar]");
  if (!toolbar?.contains(target)) return "Tab";
  return toolbar.getAttribute("aria-orientation") === "vertical" ? "ArrowDown" : "ArrowRight";
}

function readAppearance(element: ElementHandle<Element>): Promise<string> {
  return element.evaluate(async (focused) => {
    const around = [focused, focused.firstElementChild, focused.parentElement, focused.parentElement?.parentElement];
    // Those that scrolling moves have no end.
    const running = focused.getAnimations({ subtree: true }).filter(({ timeline }) => timeline === document.timeline);
    await Promise.allSettled(running.map(({ finished }) => finished));
    return around
      .flatMap((item) => {
        if (!item) return [];
        const { outline, boxShadow, borderColor, backgroundColor, position } = getComputedStyle(item);
        return [outline, boxShadow, borderColor, backgroundColor, position];
      })
      .join(" | ");
  });
}
