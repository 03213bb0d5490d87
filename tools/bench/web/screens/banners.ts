import { expect, type Page } from "@playwright/test";
import { type Criterion, countOf, highest } from "./criterion.ts";
import { runSql } from "./own-records.ts";
import { type Screens, surveyedOnce } from "./screens.ts";
import { listsOf, resize } from "./survey-lists.ts";

type Banner = { place: string; heightPx: number; faults: string[] };

/** Banners of lists, and the notices above every page. */
export const bannerCriteria: readonly Criterion[] = [
  {
    id: "S6",
    what: "height of a banner above a list at 1440 and 1280, the most",
    most: 48,
    unit: "px",
    measure: async (screens) => highest(await surveyBanners(screens), ({ heightPx }) => heightPx),
  },
  {
    id: "S6",
    what: "height of a notice above every page at 1440 and 1280, the most",
    most: 48,
    unit: "px",
    measure: async (screens) => highest(await surveyNotices(screens), ({ heightPx }) => heightPx),
  },
  {
    id: "S7",
    what: "notices that are not one, or without time or button",
    most: 0,
    measure: async (screens) =>
      countOf((await surveyNotices(screens)).flatMap(({ place, faults }) => faults.map((fault) => `${place}: ${fault}`))),
  },
];

const widths = [
  [1440, 900],
  [1280, 800],
] as const;

/** Between the top bar and a list's title, and between its filters and its rows. */
const surveyBanners = surveyedOnce(async (screens: Screens) => {
  const banners = "header ~ .sticky > *, .list-page > :is(.alert, [role=status], :has(> .alert))";
  const found: Banner[] = [];
  for (const { name, path } of await listsOf(screens))
    found.push(...(await readBanners(screens, { place: name, path, banners })));
  return found;
});

const notices = [
  { place: "after a restore", show: showRestored, link: "/settings/restore" },
  { place: "sign-in stopped", show: showStopped, link: "/settings/connection" },
];

const surveyNotices = surveyedOnce(async (screens: Screens) => {
  const found: Banner[] = [];
  for (const { place, show, link } of notices) {
    const hide = await show(screens);
    try {
      const path = "/sandbox/transactions";
      found.push(...(await readBanners(screens, { place, path, banners: "header ~ .sticky > :not(:empty)", link })));
    } finally {
      await hide();
    }
  }
  return found;
});

type Place = { place: string; path: string; banners: string; link?: string };

async function readBanners({ withPage, sizes }: Screens, { place, path, banners, link }: Place): Promise<Banner[]> {
  const found: Banner[] = [];
  for (const language of sizes.languages) {
    await withPage({ path, language }, async (page) => {
      if (link !== undefined) await expect(page.locator(banners).first()).toBeVisible();
      for (const [width, height] of widths) {
        await resize(page, width, height);
        const heights = await page.locator(banners).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
        const faults = link === undefined ? [] : await findFaults(page, { banners, link });
        found.push({ place: `${place}, ${width} px, ${language}`, heightPx: Math.max(0, ...heights), faults });
      }
    });
  }
  return found;
}

async function findFaults(page: Page, { banners, link }: { banners: string; link: string }): Promise<string[]> {
  const shown = page.locator(banners);
  const faults: string[] = [];
  if ((await shown.count()) !== 1) faults.push(`${await shown.count()} notices`);
  if (!(await shown.locator("time").first().isVisible())) faults.push("no time");
  if (!(await shown.locator(`a[href$="${link}"]`).first().isVisible())) faults.push("no button");
  return faults;
}

/** As a restore leaves it; resolves with what takes it away. */
async function showRestored({ app }: Screens): Promise<() => Promise<unknown>> {
  await runSql(
    app,
    "insert into restore_fence (environment, restored_at, backup_at, guards) values ('sandbox', now(), now(), 'worst')",
  );
  return () => runSql(app, "delete from restore_fence where environment = 'sandbox'");
}

/** As two rejected sign-ins in a row leave the integration. */
async function showStopped({ app }: Screens): Promise<() => Promise<unknown>> {
  const set = "update identity_integration set failed_attempts = $1::jsonb where environment = 'sandbox'";
  const read = "select failed_attempts as before from identity_integration where environment = 'sandbox'";
  const [row] = await runSql<{ before: unknown }>(app, read);
  const at = Date.now();
  const failed = { pair: "bench", kind: "token", outcome: "refused", sentSeq: at, resultSeq: at };
  const times = { sentAtMs: at, leaseUntilMs: at, decidedAtMs: at };
  const attempts = ["bench-1", "bench-2"].map((attempt) => ({ attempt, ...failed, ...times }));
  await runSql(app, set, [JSON.stringify(attempts)]);
  return () => runSql(app, set, [JSON.stringify(row?.before ?? [])]);
}
