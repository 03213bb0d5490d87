import { say } from "#scripts/support/say.ts";
import type { Figure } from "../../support/report.ts";
import { type Criterion, toFigure } from "./criterion.ts";
import { detailCriteria } from "./details.ts";
import { firstRunCriteria } from "./first-run.ts";
import { formCriteria } from "./forms.ts";
import { listCriteria } from "./lists.ts";
import { overviewCriteria } from "./overview.ts";
import { presentationCriteria } from "./presentation.ts";
import type { Screens } from "./screens.ts";
import { shellCriteria } from "./shell.ts";

const criteria: readonly Criterion[] = [
  // First, while its link is young.
  ...firstRunCriteria,
  ...shellCriteria,
  ...listCriteria,
  ...presentationCriteria,
  ...detailCriteria,
  ...overviewCriteria,
  ...formCriteria,
];

export const criterionIds: readonly string[] = criteria.map(({ id }) => id);

/** Every criterion of these letters, `S` as well as `S1`. One that cannot be measured misses its goal. */
export async function measureScreens(screens: Screens, letters: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const criterion of criteria.filter(({ id }) => letters.some((letter) => id.startsWith(letter)))) {
    say(`${criterion.id}: ${criterion.what} …`);
    const measured = await criterion.measure(screens).catch((error: unknown) => ({
      value: Number.NaN,
      where: String(error).split("\n")[0]?.slice(0, 160),
    }));
    figures.push(toFigure(criterion, measured));
  }
  return figures;
}
