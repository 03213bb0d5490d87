import type { Page } from "@playwright/test";

declare global {
  /** Runs in the page. */
  var watched: {
    shift: number;
    firstRowMs: number | undefined;
    interactions: number[];
    /** Milliseconds since the last key or pointer went down; 0 before. */
    sincePress(): number;
    forgetPress(): void;
  };
}

/** Runs in the page from its start: how far its content moves, when its first row is there, how long it takes to react. */
export function watchPage(): void {
  let pressedAt: number | undefined;
  const watched: typeof globalThis.watched = {
    shift: 0,
    firstRowMs: undefined,
    interactions: [],
    sincePress: () => (pressedAt === undefined ? 0 : performance.now() - pressedAt),
    forgetPress: () => {
      pressedAt = undefined;
    },
  };
  globalThis.watched = watched;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId) watched.interactions.push(entry.duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const rows = new MutationObserver(() => {
    if (!document.querySelector("[role=grid] [data-index='0'][data-key]")) return;
    rows.disconnect();
    requestAnimationFrame(() => {
      watched.firstRowMs = performance.now();
    });
  });
  rows.observe(document, { childList: true, subtree: true });
  const pressed = ({ timeStamp }: Event) => {
    pressedAt = timeStamp;
  };
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, pressed, true);
  const count = ({ isTrusted, detail }: MouseEvent) => {
    if (isTrusted && detail > 0) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1));
  };
  document.addEventListener("click", count, true);
}

/** Milliseconds from a press to the first frame in which `timed` returns them, as `watched.sincePress()` does. */
export async function timePress<Arg>(
  page: Page,
  press: () => Promise<unknown>,
  timed: (arg: Arg) => number,
  arg: Arg,
): Promise<number> {
  await page.evaluate(() => watched.forgetPress());
  const waited = page.waitForFunction(timed as () => number, arg);
  await press();
  return (await waited).jsonValue();
}

/** The clicks of a mouse since the page's tab was opened, whatever it has loaded since. */
export function readClicks(page: Page): Promise<number> {
  return page.evaluate(() => Number(sessionStorage.getItem("clicks") ?? 0));
}

export type ListLayout = {
  firstRowPx: number;
  /** Rows wholly in view; of a list with fewer rows, those for which there is room. */
  rows: number;
  faults: string[];
  /** Lines that scroll sideways without a scrollbar and without fading, so that nothing says that some of them is out of view. */
  cutLines: string[];
  scrollers: number;
};

/** Where a list's rows are, and what of them is cut off. */
export function readListLayout(page: Page): Promise<ListLayout> {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const name = (element: Element) => `${element.textContent?.trim().slice(0, 30)}`;
    const grid = document.querySelector("main [role=grid]");
    const rows = [...(grid?.querySelectorAll("[data-index][data-key]") ?? [])].map((row) => row.getBoundingClientRect());
    const footer = document.querySelector(".list-footer")?.getBoundingClientRect();
    const bottom = Math.min(footer?.top ?? innerHeight, innerHeight);
    const inView = rows.filter((row) => row.bottom <= bottom + 1);
    const last = rows.at(-1);
    const rowPx = rows[0]?.height ?? Number.NaN;
    // The footer of a short list is right below its rows, and more rows would push it down to the end of the page.
    const pageEnd = document.querySelector(".list-page")?.getBoundingClientRect().bottom ?? innerHeight;
    const belowFooter = Math.max(0, Math.min(pageEnd, innerHeight) - (footer?.bottom ?? innerHeight));
    const room = last && last.bottom <= bottom ? Math.floor((bottom - last.bottom + belowFooter) / rowPx) : 0;
    const faults: string[] = [];
    const overPx = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
    if (overPx > 0) faults.push(`page ${overPx} px too wide`);
    if (grid && grid.scrollWidth > grid.clientWidth + 1) faults.push(`table ${grid.scrollWidth - grid.clientWidth} px too wide`);
    for (const element of [...(grid?.querySelectorAll("*") ?? []), ...document.querySelectorAll(".list-footer *")]) {
      if (!seen(element) || element.clientWidth <= 1 || element.closest(".sr-only, .narrow-hidden")) continue;
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
      const isWide = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = webkitLineClamp !== "none" && /hidden/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
      if (isWide || isHigh) faults.push(name(element));
    }
    const cutLines = [...document.querySelectorAll(".list-page *")].flatMap((element) => {
      const { overflowX, scrollbarWidth, maskImage } = getComputedStyle(element);
      const overPx = element.scrollWidth - element.clientWidth;
      if (!/auto|scroll/.test(overflowX) || scrollbarWidth !== "none" || maskImage !== "none" || overPx <= 1 || !seen(element))
        return [];
      return `${element.getAttribute("aria-label") ?? name(element)} ${overPx} px`;
    });
    const scrollers = [...document.querySelectorAll("main, main *")].filter(
      (element) => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1,
    ).length;
    const isPageScrolled = (document.scrollingElement?.scrollHeight ?? 0) > innerHeight + 1;
    return {
      firstRowPx: rows[0]?.top ?? Number.NaN,
      rows: inView.length + room,
      faults,
      cutLines,
      scrollers: scrollers + (isPageScrolled ? 1 : 0),
    };
  });
}

/** How much a page contains. */
export function readSize(page: Page) {
  return page.evaluate(() => ({
    nodes: document.querySelectorAll("*").length,
    heightPx: document.documentElement.scrollHeight,
    links: document.querySelectorAll("aside nav a").length,
    controls: [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary, [tabindex='0'])")].filter(
      (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    ).length,
  }));
}
