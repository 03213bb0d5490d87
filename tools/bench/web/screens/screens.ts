import { type Browser, expect, type Page } from "@playwright/test";
import { type ScreenState, screenStateCookie } from "#lib/core/screen-states.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import type { AppRecords } from "#tools/gallery/app-records.ts";
import { toCookies } from "../../support/cookies.ts";
import type { OwnApp } from "../../support/own-app.ts";
import { watchPage } from "./in-page.ts";

export type Sizes = { languages: readonly string[]; repeats: number };

export type Opened = {
  path: string;
  width?: number;
  height?: number;
  language?: string;
  cookie?: string;
  /** A state that the sandbox plays on its lists. */
  state?: ScreenState;
};

export type Screens = {
  app: OwnApp;
  records: AppRecords;
  sizes: Sizes;
  /** Opens an address in a window of its own and waits until the page shows what it is for. */
  withPage<Result>(opened: Opened, work: (page: Page) => Promise<Result>): Promise<Result>;
};

type Scene = { browser: Browser; app: OwnApp; records: AppRecords; sizes: Sizes };

/** The running app and windows of any size and language in it. */
export function createScreens({ browser, app, records, sizes }: Scene): Screens {
  async function withPage<Result>(
    { path, width = 1440, height = 900, language = "en", cookie = app.cookie, state }: Opened,
    work: (page: Page) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext({ viewport: { width, height }, permissions: ["clipboard-read", "clipboard-write"] });
    try {
      const cookies = cookie === "" ? [] : toCookies(cookie, app.origin);
      await context.addCookies([...cookies, { name: "language", value: language, url: app.origin }]);
      if (state) await context.addCookies([{ name: screenStateCookie, value: state, url: app.origin }]);
      await context.addInitScript(watchPage);
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      await open(page, path);
      return await work(page);
    } finally {
      await context.close();
    }
  }
  /** Until the page shows what it is for, reacts, and no longer changes by itself. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${app.origin}${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: patienceMs });
    await expect(page.locator("main .skeleton")).toHaveCount(0, { timeout: patienceMs });
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("main") ?? document.body).some((key) => key.startsWith("__react")),
    );
    await untilIdle(page);
  }
  return { app, records, sizes, withPage };
}

/** Of a machine that is busy with other work; what is timed has goals of its own. */
const patienceMs = 120_000;

/** A survey of many pages is made once, for all that need it. */
export function surveyedOnce<Result>(survey: (screens: Screens) => Promise<Result>): (screens: Screens) => Promise<Result> {
  const made = new WeakMap<Screens, Promise<Result>>();
  return (screens) => {
    const result = made.get(screens) ?? survey(screens);
    made.set(screens, result);
    return result;
  };
}
