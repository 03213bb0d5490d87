import { expect, type Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { toPercentiles } from "../../support/percentiles.ts";
import { bannerCriteria } from "./banners.ts";
import { type Criterion, countOf, highest } from "./criterion.ts";
import { timePress } from "./in-page.ts";
import type { Screens } from "./screens.ts";
import { listsOf } from "./survey-lists.ts";
import { surveyPages } from "./survey-pages.ts";
import { tooltipCriteria } from "./tooltips.ts";

/** The frame around every page, with a thousand merchants. */
export const shellCriteria: readonly Criterion[] = [
  {
    id: "S1",
    what: "links of the navigation, the most of any page and environment",
    most: 14,
    measure: async (screens) =>
      highest([...(await surveyPages(screens)), ...(await otherEnvironments(screens))], ({ links }) => links),
  },
  { id: "S1", what: "tab stops before the first row of a list", most: 12, measure: countTabStops },
  { id: "S2", what: "opening the choice of merchants, p95", most: 150, unit: "ms", measure: openSwitcher },
  {
    id: "S2",
    what: "a letter of its search until the merchants are those, p95",
    most: 100,
    unit: "ms",
    measure: searchMerchants,
  },
  {
    id: "S2",
    what: "nodes of a page, the most",
    most: 2_500,
    measure: async (screens) => highest(await surveyPages(screens), ({ nodes }) => nodes),
  },
  { id: "S3", what: "merchants in the HTML of a page, the most", most: 62, measure: countMerchantsInHtml },
  { id: "S3", what: "GET merchants?q=…&limit=50, p95", most: 150, unit: "ms", measure: askMerchants },
  { id: "S4", what: "first byte of a page, p95", most: 300, unit: "ms", measure: (screens) => timeLists(screens, readFirstByte) },
  {
    id: "S4",
    what: "first row of a list, p95",
    most: 1_000,
    unit: "ms",
    measure: (screens) => timeLists(screens, (page) => page.evaluate(() => watched.firstRowMs ?? Number.NaN)),
  },
  { id: "S5", what: "merchants that a page asks the gateway for, the most", most: 50, measure: countAsked },
  ...bannerCriteria,
  { id: "S8", what: "pages that name their environment in neither stripe, word nor title", most: 0, measure: findNameless },
  ...tooltipCriteria,
];

async function otherEnvironments({ withPage }: Screens) {
  const paths = ["/demo", "/production", "/demo/settings/connection", "/production/settings/connection"];
  const found: { place: string; links: number }[] = [];
  for (const path of paths)
    found.push(await withPage({ path }, async (page) => ({ place: path, links: await page.locator("aside nav a").count() })));
  return found;
}

async function countTabStops(screens: Screens) {
  const found: { place: string; stops: number }[] = [];
  for (const { name, path } of await listsOf(screens)) {
    await screens.withPage({ path }, async (page) => {
      let stops = 0;
      while (stops < 60) {
        await page.keyboard.press("Tab");
        stops++;
        if (await page.evaluate(() => document.activeElement?.matches("[role=grid] [data-index]"))) break;
      }
      found.push({ place: name, stops: stops - 1 });
    });
  }
  return highest(found, ({ stops }) => stops);
}

const picker = (page: Page) => page.getByRole("dialog", { name: "Choose a merchant" });

async function openSwitcher({ withPage, sizes }: Screens) {
  return withPage({ path: "/sandbox/transactions" }, async (page) => {
    const times: number[] = [];
    for (let time = 0; time <= sizes.repeats; time++) {
      const isOpen = () => (document.querySelectorAll("[role=dialog] li a").length > 1 ? watched.sincePress() : 0);
      times.push(await timePress(page, () => page.keyboard.press("m"), isOpen, null));
      await page.keyboard.press("Escape");
      await expect(picker(page)).toHaveCount(0);
    }
    // The first opening also loads its code.
    return { value: toPercentiles(times.slice(1)).p95 };
  });
}

/** The merchants of a letter are those that the server finds: also by a short name or in another alphabet. */
async function searchMerchants({ app, withPage, sizes }: Screens) {
  return withPage({ path: "/sandbox/transactions" }, async (page) => {
    const times: number[] = [];
    await page.keyboard.press("m");
    const all = picker(page).getByRole("link", { name: "All merchants" });
    for (const letter of [..."abcdefghijklmnopqrstuvwxyz"].slice(0, sizes.repeats)) {
      await expect(all).toBeVisible();
      await untilIdle(page);
      const names = await findMerchants(app, letter);
      const isFound = (wanted: string[]) => {
        const links = [...document.querySelectorAll("[role=dialog] li a > span:first-child")];
        const isThere = links.length === wanted.length && links.every(({ textContent }, index) => textContent === wanted[index]);
        return isThere ? watched.sincePress() : 0;
      };
      times.push(await timePress(page, () => page.keyboard.press(letter), isFound, names));
      await page.keyboard.press("Backspace");
    }
    return { value: toPercentiles(times).p95 };
  });
}

async function findMerchants(app: Screens["app"], q: string): Promise<string[]> {
  const found = await fetch(`${app.origin}/api/sandbox/merchants?q=${q}&limit=50&order=name`, {
    headers: { cookie: app.cookie },
  });
  return ((await found.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
}

async function countMerchantsInHtml(screens: Screens) {
  const { app } = screens;
  const listed = await fetch(`${app.origin}/api/sandbox/merchants?limit=500`, { headers: { cookie: app.cookie } });
  const { items } = (await listed.json()) as { items: { slug: string }[] };
  const shop = /[\w-]+/g;
  return highest(await surveyPages(screens), ({ html }) => {
    const words = new Set(html.match(shop));
    return items.filter(({ slug }) => words.has(slug)).length;
  });
}

async function askMerchants({ app, sizes }: Screens) {
  const times: number[] = [];
  for (let time = 0; time < sizes.repeats * 2; time++) {
    const from = performance.now();
    const q = String.fromCharCode(97 + (time % 26));
    const answer = await fetch(`${app.origin}/api/sandbox/merchants?q=${q}&limit=50`, { headers: { cookie: app.cookie } });
    await answer.arrayBuffer();
    times.push(performance.now() - from);
  }
  return { value: toPercentiles(times).p95 };
}

async function timeLists(screens: Screens, read: (page: Page) => Promise<number>) {
  const times: number[] = [];
  for (const { path } of await listsOf(screens))
    for (let time = 0; time < Math.ceil(screens.sizes.repeats / 4); time++) times.push(await screens.withPage({ path }, read));
  return { value: toPercentiles(times).p95 };
}

function readFirstByte(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return navigation === undefined ? Number.NaN : navigation.responseStart - navigation.requestStart;
  });
}

/** The background sync asks for a few merchants meanwhile. */
async function countAsked(screens: Screens) {
  const { app, withPage } = screens;
  const calls = async (after: number) => {
    const answer = await fetch(`${app.origin}/api/sandbox/calls?after=${after}`, { headers: { cookie: app.cookie } });
    return ((await answer.json()) as { items: { id: number; merchant: string | null }[] }).items;
  };
  const found: { place: string; asked: number }[] = [];
  for (const { name, path } of [...(await listsOf(screens)), { name: "overview", path: "/sandbox" }]) {
    const last = (await calls(0)).at(-1)?.id ?? 0;
    await withPage({ path }, async () => {});
    const asked = new Set((await calls(last)).flatMap(({ merchant }) => merchant ?? []));
    found.push({ place: name, asked: asked.size });
  }
  return highest(found, ({ asked }) => asked);
}

async function findNameless({ withPage }: Screens) {
  const faults: string[] = [];
  for (const [environment, word] of [
    ["sandbox", "Sandbox"],
    ["demo", "Demo"],
    ["production", "Production"],
  ] as const) {
    await withPage({ path: `/${environment}` }, async (page) => {
      const name = page.getByRole("button", { name: `Environment: ${word}` });
      const stripe = await page
        .locator("header > div")
        .first()
        .evaluate((bar) => getComputedStyle(bar).borderTopWidth);
      if (!(await page.title()).includes(word)) faults.push(`${environment}: title`);
      if (!(await name.isVisible())) faults.push(`${environment}: word`);
      if (stripe !== "3px") faults.push(`${environment}: stripe`);
    });
  }
  return countOf(faults);
}
