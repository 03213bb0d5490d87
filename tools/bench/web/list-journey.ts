import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { toCookies } from "../support/cookies.ts";
import type { OwnApp } from "../support/own-app.ts";

export type Step = {
  name: string;
  interactions: number;
  /** From the input to the next paint, as the browser reports it (in steps of 8 ms). */
  slowestMs: number;
  slowest: { type: string; target: string; ms: number }[];
};

/** TypeScript does not declare interactionId yet. */
type Timing = PerformanceEventTiming & { interactionId?: number };
type Seen = { type: string; target: string; ms: number; id: number };

declare global {
  /** Runs in the page. */
  var seenInteractions: Seen[];
}

/** Uses the list on a machine slowed down by this factor; the browser times every key and click. */
export async function walkList(
  browser: Browser,
  { origin, cookie }: OwnApp,
  { slowdown }: { slowdown: number },
): Promise<Step[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(toCookies(cookie, origin));
    await context.addInitScript(watchInteractions);
    const page = await context.newPage();
    await page.goto(`${origin}/sandbox`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await untilIdle(page);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const steps: Step[] = [];
    for (const { name, act } of journey) {
      await takeSeen(page);
      await act(page);
      await untilIdle(page);
      steps.push(toStep(name, await takeSeen(page)));
    }
    return steps;
  } finally {
    await context.close();
  }
}

const rows = (page: Page) => page.getByRole("grid", { name: "Transactions" }).locator("[data-key]");
const beside = (page: Page) => page.getByRole("complementary", { name: "Preview" });

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await untilIdle(page);
  }
}

/** Moves the pointer before it clicks. */
async function click(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await untilIdle(page);
  await target.click();
}

/** Waits for the requested data before the next step. */
async function andRead(page: Page, address: RegExp, action: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => /\/transactions\?/.test(response.url()) && address.test(response.url()));
  await action();
  await answer;
  await expect(page).toHaveURL(address);
  await expect(rows(page).nth(5)).toBeVisible({ timeout: 30_000 });
  await untilStill(page);
}

/** Waits until the page has not changed for a moment. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(
    (glanceMs) =>
      new Promise<void>((resume) => {
        const done = () => {
          observer.disconnect();
          resume();
        };
        let timer = setTimeout(done, glanceMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, glanceMs);
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    300,
  );
}

/** By typing letters, as users of a native select do; a choice made by script would not be timed. */
async function choose(page: Page, label: string, beginning: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).focus();
  await press(page, [...beginning]);
}

const journey: readonly { name: string; act: (page: Page) => Promise<unknown> }[] = [
  {
    name: "open the list",
    act: async (page) => {
      await click(page, page.getByRole("navigation").getByRole("link", { name: "Transactions", exact: true }));
      await expect(rows(page).nth(5)).toBeVisible({ timeout: 30_000 });
      await untilStill(page);
    },
  },
  {
    name: "filter by a stretch of days",
    act: async (page) => {
      await andRead(page, /from=/, async () => {
        await click(page, page.getByRole("button", { name: /^Days/ }));
        await click(page, page.getByRole("button", { name: "Last month" }));
      });
    },
  },
  {
    name: "filter by direction",
    act: async (page) => {
      await click(page, page.getByRole("button", { name: "Filter", exact: true }));
      await click(page, page.getByRole("button", { name: "Direction", exact: true }));
      await andRead(page, /sign=credit/, () => click(page, page.getByRole("button", { name: "Money in", exact: true })));
    },
  },
  {
    name: "sort",
    act: async (page) => {
      await andRead(page, /order=oldest/, () => choose(page, "Sort by", "Oldest"));
    },
  },
  {
    name: "move by keyboard",
    act: async (page) => {
      await rows(page).first().focus();
      await press(page, [...Array(10).fill("j"), ...Array(5).fill("ArrowDown"), ...Array(4).fill("k"), "PageDown", "PageUp"]);
    },
  },
  {
    name: "look at rows beside the list",
    act: async (page) => {
      await press(page, ["p"]);
      await expect(beside(page).locator("dl").first()).toBeVisible({ timeout: 30_000 });
      await press(page, ["j", "j", "k"]);
      await expect(beside(page).locator("dl").first()).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: "open a row",
    act: async (page) => {
      await press(page, ["Enter"]);
      await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: "go back",
    act: async (page) => {
      await page.goBack();
      await expect(rows(page).nth(5)).toBeVisible({ timeout: 30_000 });
      await press(page, ["j", "j"]);
    },
  },
];

/** Runs in the page from its start. */
function watchInteractions(): void {
  const seen: Seen[] = [];
  globalThis.seenInteractions = seen;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timing[]) {
      const { interactionId = 0 } = entry;
      if (interactionId === 0) continue;
      const target = entry.target instanceof Element ? `${entry.target.tagName} ${entry.target.textContent?.slice(0, 30)}` : "";
      seen.push({ type: entry.name, target, ms: entry.duration, id: interactionId });
    }
  });
  observer.observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

function takeSeen(page: Page): Promise<Seen[]> {
  return page.evaluate(() => globalThis.seenInteractions.splice(0));
}

/** An interaction consists of several events, of which the slowest counts. Those below 16 ms are not reported at all. */
function toStep(name: string, seen: readonly Seen[]): Step {
  const slowest = seen.toSorted((left, right) => right.ms - left.ms);
  return {
    name,
    interactions: new Set(seen.map(({ id }) => id)).size,
    slowestMs: slowest[0]?.ms ?? 0,
    slowest: slowest.slice(0, 4).map(({ type, target, ms }) => ({ type, target, ms })),
  };
}
