import type { Page } from "@playwright/test";

/** Layout faults: a page that scrolls sideways, and text that is cut off without a way to see it. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const overPx = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
    if (overPx > 0) found.push(`the page scrolls sideways by ${overPx} px`);
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const hasOwnText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    for (const element of document.querySelectorAll("body *")) {
      if (!hasOwnText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      let around: Element | null = element;
      let isReachable = false;
      // Within a box of one pixel it is for screen readers.
      let isShown = true;
      for (; around; around = around.parentElement) {
        isReachable ||= scrolls(around);
        isShown &&= around.clientWidth !== 1 || around.clientHeight !== 1;
      }
      if (!isShown) continue;
      if (!isReachable && (right > innerWidth + 1 || left < -1))
        found.push(`beyond the edge: ${element.outerHTML.slice(0, 120)}`);
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (/hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${element.outerHTML.slice(0, 120)}`);
    }
    return found;
  });
}

/** Controls smaller than `minPx` in either direction; links within a sentence are exempt, and an element outside the tab order is no control (WCAG 2.5.8). */
export function findSmallTargets(page: Page, { selector, minPx }: { selector: string; minPx: number }): Promise<string[]> {
  return page.evaluate(
    ({ selector, minPx }) =>
      [...document.querySelectorAll(selector)].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
        if (element instanceof HTMLSelectElement && element.tabIndex < 0) return [];
        if (element instanceof HTMLAnchorElement && getComputedStyle(element).display === "inline") return [];
        const target = element instanceof HTMLInputElement ? (element.closest("label") ?? element) : element;
        const { width, height } = target.getBoundingClientRect();
        const isHidden = width <= 1 || height <= 1;
        if (isHidden || (width >= minPx - 0.5 && height >= minPx - 0.5)) return [];
        return [`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`];
      }),
    { selector, minPx },
  );
}
