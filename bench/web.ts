import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { ensureBrowser, quietBrowserFlags } from "#scripts/support/find-browser.ts";
import { deskPages } from "#scripts/support/gallery/desk-pages.ts";
import { type DeskRecords, findRecords } from "#scripts/support/gallery/desk-records.ts";
import { say } from "#scripts/support/say.ts";
import { toCookies } from "./support/cookies.ts";
import { type OwnDesk, startOwnDesk } from "./support/own-desk.ts";
import { withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";
import { type WebDetails, webFigures } from "./web/figures.ts";
import { walkList } from "./web/list-journey.ts";
import { measureWeight } from "./web/measure-weight.ts";
import { type Score, type Screen, score } from "./web/score.ts";

const options = {
  /** What to measure: weight, score (Lighthouse), journey. */
  parts: { type: "string", default: "weight,score,journey" },
  /** Lighthouse runs for each page on a desktop, of which the median counts. */
  runs: { type: "string", default: "3" },
} as const;

const scored = ["sign-in", "overview", "transactions", "transaction"];

type Scene = { browser: Browser; debugPort: number; desk: OwnDesk; records: DeskRecords };

/** Weight, speed and manners of the pages in a real browser, over the sandbox that `npm start` brings (issue 7). */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...flags], options });
  const parts = new Set(values.parts.split(","));
  return withOwnRun("bench-web", async (ownRun) => {
    say("Starting the desk …");
    const desk = await startOwnDesk(ownRun);
    const records = await findRecords(desk);
    const debugPort = await freePort();
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: [...quietBrowserFlags, `--remote-debugging-port=${debugPort}`],
    });
    ownRun.defer(() => browser.close());
    const scene = { browser, debugPort, desk, records };
    const details: WebDetails = {};
    if (parts.has("weight")) details.weights = await weighAll(scene);
    if (parts.has("score")) details.scores = await scoreAll(scene, Number(values.runs));
    if (parts.has("journey")) details.steps = await walkList(browser, desk);
    return publish({ name: "web", figures: webFigures(details), details });
  });
}

async function weighAll({ browser, desk, records }: Scene) {
  say(`Loading ${deskPages.length} pages, each into an empty cache …`);
  const weights = [];
  for (const page of deskPages) weights.push(await measureWeight(browser, { desk, page, records }));
  return weights;
}

async function scoreAll({ browser, debugPort, desk, records }: Scene, desktopRuns: number): Promise<Score[]> {
  const scores: Score[] = [];
  // Lighthouse opens its pages in the browser's own context, beside Playwright's.
  const session = await browser.newBrowserCDPSession();
  const screens: [Screen, number][] = [
    ["desktop", desktopRuns],
    ["mobile", 1],
  ];
  for (const [screen, runs] of screens) {
    for (const page of deskPages.filter(({ name }) => scored.includes(name))) {
      say(`Lighthouse: ${page.name}, ${screen} …`);
      const url = `${desk.origin}${page.address(records)}`;
      await session.send("Storage.clearCookies");
      if (!page.isPublic) await session.send("Storage.setCookies", { cookies: toCookies(desk.cookie, desk.origin) });
      scores.push(await score({ url, page: page.name, screen, debugPort, runs }));
    }
  }
  return scores;
}
