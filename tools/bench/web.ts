import { type Browser, chromium } from "@playwright/test";
import { languageCodes } from "#lib/core/languages.ts";
import { ensureBrowser, quietBrowserFlags } from "#scripts/support/find-browser.ts";
import { say } from "#scripts/support/say.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { appPages } from "#tools/gallery/app-pages.ts";
import { type AppRecords, findRecords } from "#tools/gallery/app-records.ts";
import { toCookies } from "./support/cookies.ts";
import { type OwnApp, smallSandbox, startOwnApp } from "./support/own-app.ts";
import { withOwnRun } from "./support/own-run.ts";
import { readParts, readSizes } from "./support/read-sizes.ts";
import { type Figure, publish } from "./support/report.ts";
import { type WebDetails, webFigures } from "./web/figures.ts";
import { walkList } from "./web/list-journey.ts";
import { measureWeight } from "./web/measure-weight.ts";
import { type Score, type Screen, score } from "./web/score.ts";
import { criterionIds, measureScreens } from "./web/screens/measure-screens.ts";
import { createScreens } from "./web/screens/screens.ts";

const usual = {
  /** Parts to measure: weight, score (Lighthouse), journey, screens. */
  parts: "weight,score,journey,screens",
  /** Of the screens: groups (S shell, L lists, D details, O overview, M forms, R first run) or single criteria such as S1. */
  only: "S,L,D,O,M,R",
  languages: languageCodes.join(),
  merchants: 1_000,
  /** How often what takes time is timed. */
  repeats: 20,
  /** Lighthouse runs for each page on a desktop; their median counts. */
  runs: 3,
  mobileRuns: 3,
  /** Number of pages that are weighed and scored. */
  weighed: appPages.length,
  scored: 4,
  /** CPU slowdown factor of the journey. */
  slowdown: 4,
};
const tiny = {
  languages: "en",
  only: "O,D",
  merchants: 10,
  repeats: 4,
  runs: 1,
  mobileRuns: 0,
  weighed: 1,
  scored: 1,
  slowdown: 1,
};

const scored = ["sign-in", "overview", "transactions", "transaction"];

type Scene = { browser: Browser; debugPort: number; app: OwnApp; records: AppRecords };

/** Weight, speed and quality of the pages in a real browser, with the sandbox of `npm start`. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const sizes = readSizes(flags, usual, tiny);
  const parts = readParts(sizes.parts, usual.parts.split(","));
  const only = readParts(sizes.only, [...usual.only.split(","), ...criterionIds], "only");
  return withOwnRun("bench-web", async (ownRun) => {
    say("Starting the dashboard …");
    const env = { SANDBOX_MERCHANTS: String(parts.has("screens") ? sizes.merchants : 10) };
    const app = await startOwnApp(ownRun, { ...env, ...(sizes.isTiny ? smallSandbox : {}) });
    const records = await findRecords(app);
    const debugPort = await freePort();
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: [...quietBrowserFlags, `--remote-debugging-port=${debugPort}`],
    });
    ownRun.defer(() => browser.close());
    const scene = { browser, debugPort, app, records };
    const details: WebDetails = {};
    if (parts.has("weight")) details.weights = await weighAll(scene, sizes);
    if (parts.has("score")) details.scores = await scoreAll(scene, sizes);
    if (parts.has("journey")) details.steps = await walkList(browser, app, sizes);
    if (parts.has("screens")) details.screens = await measureAllScreens(scene, { ...sizes, only });
    return publish({ name: "web", figures: webFigures(details), details, isTiny: sizes.isTiny });
  });
}

type ScreenSizes = Pick<typeof usual, "languages" | "repeats"> & { only: ReadonlySet<string> };

function measureAllScreens(scene: Scene, { languages, repeats, only }: ScreenSizes): Promise<Figure[]> {
  const screens = createScreens({ ...scene, sizes: { languages: languages.split(","), repeats } });
  return measureScreens(screens, [...only]);
}

async function weighAll({ browser, app, records }: Scene, { weighed }: typeof usual) {
  const pages = appPages.slice(0, weighed);
  say(`Loading ${pages.length} pages, each into an empty cache …`);
  const weights = [];
  for (const page of pages) weights.push(await measureWeight(browser, { app, page, records }));
  return weights;
}

async function scoreAll({ browser, debugPort, app, records }: Scene, sizes: typeof usual): Promise<Score[]> {
  const scores: Score[] = [];
  const names = scored.slice(0, sizes.scored);
  // Lighthouse opens its pages in the browser's default context, not in Playwright's.
  const session = await browser.newBrowserCDPSession();
  const screens: [Screen, number][] = [
    ["desktop", sizes.runs],
    ["mobile", sizes.mobileRuns],
  ];
  for (const [screen, runs] of screens.filter(([, count]) => count > 0)) {
    for (const page of appPages.filter(({ name }) => names.includes(name))) {
      say(`Lighthouse: ${page.name}, ${screen} …`);
      const url = `${app.origin}${page.address(records)}`;
      await session.send("Storage.clearCookies");
      if (!page.isPublic) await session.send("Storage.setCookies", { cookies: toCookies(app.cookie, app.origin) });
      scores.push(await score({ url, page: page.name, screen, debugPort, runs }));
    }
  }
  return scores;
}
