import { expect, test } from "vitest";
import { killFigures } from "./figures.ts";

const metBy = (kills: number) =>
  killFigures({ kills, killsWanted: 20, rows: 9, missing: 0, surplus: 0 }).map(({ isMet }) => isMet);

test("a sync that was hardly ever killed misses its goal, whatever is stored then", () => {
  expect(metBy(0)).toEqual([false, true]);
  expect(metBy(9)).toEqual([false, true]);
  expect(metBy(10)).toEqual([true, true]);
});
