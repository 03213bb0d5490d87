import type { Figure } from "../../support/report.ts";
import type { Screens } from "./screens.ts";

/** The worst value found, and where. */
export type Measured = { value: number; where?: string | undefined };

/** One measurement of what good screens look like: the letter groups it, `what` says in words what is measured. */
export type Criterion = {
  id: string;
  what: string;
  most?: number;
  least?: number;
  unit?: "px" | "ms" | "s";
  measure: (screens: Screens) => Promise<Measured>;
};

export function toFigure({ id, what, most, least, unit }: Criterion, { value, where }: Measured): Figure {
  const show = (number: number) => `${Number(number.toFixed(3))}${unit === undefined ? "" : ` ${unit}`}`;
  return {
    name: `${id}: ${what}`,
    value: `${Number.isNaN(value) ? "not measured" : show(value)}${where === undefined ? "" : ` (${where})`}`,
    goal: most === undefined ? `at least ${show(least ?? 0)}` : `at most ${show(most)}`,
    isMet: most === undefined ? value >= (least ?? 0) : value <= most,
  };
}

type Place = { place: string };

/** The place with the highest value, which counts where little is good. */
export function highest<Item extends Place>(items: readonly Item[], read: (item: Item) => number): Measured {
  return extreme(items, read, (value, worst) => value > worst);
}

/** The place with the lowest value, which counts where much is good. */
export function lowest<Item extends Place>(items: readonly Item[], read: (item: Item) => number): Measured {
  return extreme(items, read, (value, worst) => value < worst);
}

/** What could not be measured is the worst. */
function extreme<Item extends Place>(
  items: readonly Item[],
  read: (item: Item) => number,
  isWorse: (value: number, worst: number) => boolean,
): Measured {
  let worst: Measured = { value: Number.NaN };
  for (const item of items) {
    const value = read(item);
    if (Number.isNaN(value)) return { value, where: item.place };
    if (Number.isNaN(worst.value) || isWorse(value, worst.value)) worst = { value, where: item.place };
  }
  return worst;
}

/** How many faults there are, with the first few in words. */
export function countOf(faults: readonly string[]): Measured {
  return { value: faults.length, where: faults.length === 0 ? undefined : faults.slice(0, 4).join("; ") };
}
