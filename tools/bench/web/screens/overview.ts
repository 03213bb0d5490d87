import { toPercentiles } from "../../support/percentiles.ts";
import type { Criterion } from "./criterion.ts";
import { readSize } from "./in-page.ts";
import type { Screens } from "./screens.ts";

const measured = (read: (overview: Awaited<ReturnType<typeof readOverview>>) => number): Criterion["measure"] => {
  return async (screens) => ({ value: read(await readOverview(screens)) });
};

/** The overview of all merchants. */
export const overviewCriteria: readonly Criterion[] = [
  { id: "O1", what: "first figure of the overview", most: 240, unit: "px", measure: measured(({ figurePx }) => figurePx) },
  { id: "O1", what: "end of the overview's chart and ranking", most: 900, unit: "px", measure: measured(({ endPx }) => endPx) },
  { id: "O1", what: "height of the overview", most: 1_400, unit: "px", measure: measured(({ heightPx }) => heightPx) },
  { id: "O1", what: "controls of the overview", most: 60, measure: measured(({ controls }) => controls) },
  { id: "O4", what: "charts of an overview of one day", most: 0, measure: countChartsOfOneDay },
  { id: "O4", what: "GET overview, p95", most: 500, unit: "ms", measure: askOverview },
];

function readOverview({ withPage }: Screens) {
  return withPage({ path: "/sandbox" }, async (page) => {
    await page.locator("[data-figure]").first().waitFor();
    const placed = await page.evaluate(() => {
      const panels = [...document.querySelectorAll("main h2")].filter((heading) =>
        /^(Sales|Merchants)/.test(heading.textContent ?? ""),
      );
      const ends = panels.map((heading) => (heading.closest("section") ?? heading).getBoundingClientRect().bottom);
      return {
        figurePx: document.querySelector("[data-figure]")?.getBoundingClientRect().top ?? Number.NaN,
        endPx: Math.max(...ends),
      };
    });
    return { ...placed, ...(await readSize(page)) };
  });
}

async function countChartsOfOneDay({ withPage }: Screens) {
  const day = new Date().toISOString().slice(0, 10);
  return withPage({ path: `/sandbox?from=${day}&to=${day}` }, async (page) => {
    await page.locator("main").getByText("Sales").first().waitFor();
    return { value: await page.locator("main [role=group][tabindex='0'] svg").count() };
  });
}

async function askOverview({ app, sizes }: Screens) {
  const times: number[] = [];
  for (let time = 0; time < sizes.repeats; time++) {
    const from = performance.now();
    await (await fetch(`${app.origin}/api/sandbox/overview`, { headers: { cookie: app.cookie } })).arrayBuffer();
    times.push(performance.now() - from);
  }
  return { value: toPercentiles(times).p95 };
}
