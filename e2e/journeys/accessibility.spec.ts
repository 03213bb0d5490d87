import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { openCafe } from "../support/app.ts";
import { findBarriers } from "../support/barriers.ts";
import { findInThemes, type Theme } from "../support/barriers-in-themes.ts";
import { everyPage, furtherStates, openWhole } from "../support/every-page.ts";
import { findCutOff, findSmallTargets } from "../support/layout-faults.ts";
import { origin } from "../support/surroundings.ts";
import { expect, nobody, test } from "../support/test.ts";

test.describe.configure({ mode: "parallel" });

/** High contrast uses the light theme on one page and the dark theme on the next. */
const themesOfPage = (pageIndex: number): Theme[] => [
  "light",
  "dark",
  pageIndex % 2 === 0 ? "high contrast, light" : "high contrast, dark",
];

/** Viewport of a common screen at 200% zoom. */
const zoomed = { width: 640, height: 400 };
const telephone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 720 };

async function findInEverySize(page: Page): Promise<string[]> {
  const found = (await findSmallTargets(page, { selector: "a, button, input, select, summary", minPx: 24 })).map(
    (target) => `small target: ${target}`,
  );
  for (const size of [zoomed, telephone]) {
    await page.setViewportSize(size);
    await untilIdle(page);
    found.push(...(await findCutOff(page)).map((fault) => `${size.width} px wide: ${fault}`));
  }
  await page.setViewportSize(desktop);
  return found;
}

/** Distributes the pages over several tests, which run in parallel. */
const shares = 8;
const shareOf = (paths: readonly string[], share: number) => paths.filter((_, index) => index % shares === share);

for (let share = 0; share < shares; share++) {
  test(`no page has a barrier in light, dark or high contrast, twice as large or on a telephone (${share + 1} of ${shares})`, {
    annotation: { type: "slow", description: "Checks an eighth of all pages in every theme and size" },
  }, async ({ page, request }) => {
    await page.setViewportSize(desktop);
    const found: string[] = [];
    const paths = shareOf([...(await everyPage(request)).values(), ...furtherStates], share);
    for (const [pageIndex, path] of paths.entries()) {
      await page.emulateMedia({ colorScheme: "light", contrast: "no-preference", reducedMotion: "reduce" });
      await openWhole(page, path);
      const faults = [
        ...(await findInThemes(page, { themes: themesOfPage(pageIndex), ...(pageIndex > 1 ? { within: "main" } : {}) })),
        ...(await findInEverySize(page)),
      ];
      found.push(...faults.map((fault) => `${path} ${fault}`));
    }
    expect(found).toEqual([]);
  });
}

test.describe("in German, by finger", () => {
  test.use({ viewport: telephone, hasTouch: true, isMobile: true });
  for (let share = 0; share < shares; share++) {
    test(`no page has a barrier in another language, and main acts fit a fingertip (${share + 1} of ${shares})`, {
      annotation: { type: "slow", description: "Checks an eighth of all pages" },
    }, async ({ page, request, context }) => {
      await context.addCookies([{ name: "language", value: "de", url: origin }]);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      const found: string[] = [];
      for (const path of shareOf([...(await everyPage(request)).values()], share)) {
        await openWhole(page, path);
        await expect(page.locator("html")).toHaveAttribute("lang", /^de/);
        const faults = [
          ...(await findBarriers(page)),
          ...(await findCutOff(page)),
          ...(await findSmallTargets(page, { selector: "a, button, input, select, summary", minPx: 24 })),
          ...(await findSmallTargets(page, { selector: ".button, .select__trigger", minPx: 44 })),
        ];
        found.push(...faults.map((fault) => `${path} ${fault}`));
      }
      expect(found).toEqual([]);
    });
  }
});

test("whoever wants little motion sees another theme at once: nothing is set in motion", async ({ page }) => {
  const inMotion = () =>
    page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      return document.getAnimations().length;
    });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await openCafe(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await inMotion()).toBe(0);
});

test.describe("to nobody", () => {
  test.use({ storageState: nobody });
  test("signing in and joining have no barrier in any theme or size", async ({ page }) => {
    for (const path of ["/login", "/join#unknown"]) {
      await openWhole(page, path);
      expect([...(await findInThemes(page)), ...(await findInEverySize(page))], path).toEqual([]);
    }
  });
});
