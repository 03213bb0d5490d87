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

test("maps everything in order and in chunks, and lets other work run in between", async () => {
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

test("returns what is mapped when the time is over, at least one item", async () => {
  const { clock, double } = doubling();
  expect(await mapInChunks([1, 2, 3, 4, 5], { clock, limitMs: 10 }, double)).toEqual([2, 4]);
  expect(await mapInChunks([1, 2], { clock, limitMs: 0 }, double)).toEqual([2]);
});

test("maps an empty list to an empty list", async () => {
  expect(await mapInChunks([], { clock: fixedClock() }, String)).toEqual([]);
});
