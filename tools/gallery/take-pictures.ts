import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { screenStateCookie } from "#lib/core/screen-states.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { toCookies } from "#tools/bench/support/cookies.ts";
import type { OwnApp } from "#tools/bench/support/own-app.ts";
import type { AppRecords } from "./app-records.ts";
import type { Shot, State, Theme, Visit } from "./shots.ts";

export type Scene = { browser: Browser; app: OwnApp; records: AppRecords };
type Taken = { shot: Shot; problem: string | undefined };

const workers = 2;
const readyWithinMs = 20_000;
const heights = { 1440: 900, 768: 1024, 360: 740 } as const;

/** Takes every picture of the visits into the folder and reports their number after each visit. */
export async function takePictures(
  scene: Scene,
  visits: readonly Visit[],
  { folder, onProgress }: { folder: string; onProgress: (taken: number) => void },
): Promise<Taken[]> {
  const taken: Taken[] = [];
  const waiting = [...visits];
  const work = async () => {
    for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
      taken.push(...(await takeVisit(scene, visit, folder)));
      onProgress(taken.length);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return taken;
}

/** Opens the page once and changes themes and widths without reloading. */
async function takeVisit(scene: Scene, { page: wanted, state, shots }: Visit, folder: string): Promise<Taken[]> {
  const context = await openContext(scene, { isPublic: wanted.isPublic === true, state });
  try {
    const page = await context.newPage();
    await page.goto(`${scene.app.origin}${wanted.address(scene.records)}`, { waitUntil: "load" });
    const problem = await untilReady(page, state);
    const taken: Taken[] = [];
    for (const shot of shots) {
      await page.setViewportSize({ width: shot.width, height: heights[shot.width] });
      await wear(page, shot.theme);
      await page.screenshot({
        path: path.join(folder, shot.file),
        fullPage: true,
        type: "jpeg",
        quality: 72,
        animations: "disabled",
      });
      taken.push({ shot, problem });
    }
    return taken;
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split("\n")[0] ?? "failed") : String(error);
    return shots.map((shot) => ({ shot, problem }));
  } finally {
    await context.close();
  }
}

/** A browser context of one user, with the sandbox's screen state unless it is `normal`. */
export async function openContext(
  { browser, app }: Scene,
  { isPublic, state }: { isPublic: boolean; state: State },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: heights[1440] },
    locale: "en-GB",
    timezoneId: "Europe/Sofia",
    reducedMotion: "reduce",
  });
  if (!isPublic) await context.addCookies(toCookies(app.cookie, app.origin));
  if (state !== "normal") await context.addCookies([{ name: screenStateCookie, value: state, url: app.origin }]);
  return context;
}

/** Sets a theme as the account menu does. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme.endsWith("dark") ? "dark" : "light" });
  await page.evaluate((chosen) => {
    localStorage.setItem("theme", chosen);
    dispatchEvent(new Event("themechange"));
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined))));
  }, theme);
}

const unfinished = ".skeleton, main :is([role=progressbar], [role=status] .spinner, [data-pending=true])";

async function untilFinished(page: Page): Promise<void> {
  await page.waitForFunction((marks) => !document.querySelector(marks), unfinished, { timeout: readyWithinMs });
}

/** Waits until the page is loaded; returns what is still missing on timeout. */
export async function untilReady(page: Page, state: State): Promise<string | undefined> {
  try {
    await page.locator("h1").first().waitFor({ timeout: readyWithinMs });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await untilIdle(page);
    // The page's own requests show their progress only now; a list still being read continues to show it.
    const waits = [untilFinished, untilIdle, untilFinished];
    for (const wait of state === "loading" || state === "partial" ? [] : waits) await wait(page);
    return undefined;
  } catch {
    return `not ready within ${readyWithinMs / 1_000} s`;
  }
}
