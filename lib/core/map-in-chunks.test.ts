import { expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { mapInChunks } from "./map-in-chunks.ts";

/** Each item takes five milliseconds. */
function doubling(steps: string[] = []) {
  const clock = fixedClock();
  const double = (item: number) => {
    clock.advance(5);
    steps.push(String(item));
    return item * 2;
  };
  return { clock, double };
}

test("everything is mapped in its order, for a while at a time, and others run between", async () => {
  const steps: string[] = [];
  let isOver = false;
  const other = () => {
    if (isOver) return;
    steps.push("other");
    setImmediate(other);
  };
  setImmediate(other);
  const { clock, double } = doubling(steps);
  expect(await mapInChunks([1, 2, 3, 4, 5], { clock }, double)).toEqual([2, 4, 6, 8, 10]);
  isOver = true;
  expect(steps.join(" ")).toMatch(/^1 2 (?:other )+3 4 (?:other )+5$/);
});

test("when the time is over, what is mapped by then is the result, and one is always mapped", async () => {
  const { clock, double } = doubling();
  expect(await mapInChunks([1, 2, 3, 4, 5], { clock, limitMs: 10 }, double)).toEqual([2, 4]);
  expect(await mapInChunks([1, 2], { clock, limitMs: 0 }, double)).toEqual([2]);
});

test("nothing is mapped to nothing", async () => {
  expect(await mapInChunks([], { clock: fixedClock() }, String)).toEqual([]);
});
