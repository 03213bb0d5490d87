import { expect, type Page } from "@playwright/test";
import type { ScreenState } from "#lib/core/screen-states.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type Criterion, highest } from "./criterion.ts";
import { type Screens, surveyedOnce } from "./screens.ts";
import { listsOf } from "./survey-lists.ts";

/** What a list does to the place of its rows. */
export const moveCriteria: readonly Criterion[] = [
  {
    id: "L1",
    what: "first row moved by a filter or a selection",
    most: 0,
    unit: "px",
    measure: async (screens) => highest(await surveyMoves(screens), ({ moved }) => moved),
  },
  { id: "L1", what: "first row moved by a view that is chosen", most: 0, unit: "px", measure: moveByViews },
  { id: "L1", what: "first row moved by a warning", most: 48, unit: "px", measure: moveByWarnings },
  {
    id: "L4",
    what: "layout shift while loading, filtering and selecting",
    most: 0.02,
    measure: async (screens) => highest(await surveyMoves(screens), ({ shift }) => shift),
  },
];

export const rows = (page: Page) => page.locator("main [role=grid] [data-index][data-key]");

const topOf = async (page: Page) => (await rows(page).first().boundingBox())?.y ?? Number.NaN;

const surveyMoves = surveyedOnce(async (screens: Screens) => {
  const found: { place: string; moved: number; shift: number }[] = [];
  for (const { name, path } of await listsOf(screens)) {
    await screens.withPage({ path }, async (page) => {
      const before = await topOf(page);
      const box = rows(page).first().getByRole("checkbox");
      if (await box.isVisible()) await box.click();
      await untilIdle(page);
      let moved = Math.abs((await topOf(page)) - before);
      await page.keyboard.press("f");
      const filter = page.getByRole("dialog", { name: "Filter" }).getByRole("button").first();
      if (await filter.isVisible()) {
        await filter.click();
        const value = page.getByRole("dialog").locator("ul button").first();
        if (await value.isVisible()) await value.click();
        await page.keyboard.press("Escape");
      }
      await expect(rows(page).first()).toBeVisible();
      await untilIdle(page);
      moved = Math.max(moved, Math.abs((await topOf(page)) - before));
      found.push({ place: name, moved, shift: await page.evaluate(() => watched.shift) });
    });
  }
  return found;
});

/** The tabs of a list. A view without rows has none that could move. */
async function moveByViews(screens: Screens) {
  const found: { place: string; moved: number }[] = [];
  for (const { name, path } of await listsOf(screens)) {
    await screens.withPage({ path }, async (page) => {
      const before = await topOf(page);
      const tabs = page.locator(".list-page nav a:not([aria-current])");
      for (const href of await tabs.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))) {
        const tab = page.locator(`.list-page nav a[href="${href}"]`);
        await tab.click();
        await expect(tab).toHaveAttribute("aria-current", /./);
        await expect(page.locator("main .skeleton")).toHaveCount(0);
        await untilIdle(page);
        if (await rows(page).first().isVisible())
          found.push({ place: `${name}: ${href}`, moved: Math.abs((await topOf(page)) - before) });
      }
    });
  }
  return highest(found, ({ moved }) => moved);
}

const warnings: readonly ScreenState[] = ["partial", "stale", "offline"];

/** As the sandbox plays them, without its own line above the page that says so. */
async function moveByWarnings(screens: Screens) {
  const found: { place: string; moved: number }[] = [];
  for (const { name, path } of await listsOf(screens)) {
    const before = await screens.withPage({ path }, topOf);
    for (const state of warnings) {
      const moved = await screens.withPage({ path, state }, async (page) => {
        const strip = await page.locator("header ~ .sticky > section").boundingBox();
        return (await topOf(page)) - (strip?.height ?? Number.NaN) - before;
      });
      found.push({ place: `${name}, ${state}`, moved });
    }
  }
  return highest(found, ({ moved }) => moved);
}
