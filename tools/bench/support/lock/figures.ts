import { atLeast } from "../goals.ts";
import type { Figure } from "../report.ts";

/** How many merchants had this outcome at all: without it, that nothing was called too often says nothing. */
export function triedFigure(
  name: string,
  slugs: readonly string[],
  { outcomes, outcome }: { outcomes: ReadonlyMap<string, number>; outcome: string },
): Figure {
  const tried = slugs.filter((slug) => (outcomes.get(`${slug} ${outcome}`) ?? 0) > 0);
  return atLeast(name, tried.length, slugs.length);
}
