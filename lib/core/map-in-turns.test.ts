import { expect, test } from "vitest";
import { mapInTurns } from "./map-in-turns.ts";

test("everything is mapped in its order, a few at a time, and others run between", async () => {
  const steps: string[] = [];
  let isOver = false;
  const other = () => {
    if (isOver) return;
    steps.push("other");
    setImmediate(other);
  };
  setImmediate(other);
  const double = (item: number) => {
    steps.push(String(item));
    return item * 2;
  };
  expect(await mapInTurns([1, 2, 3, 4, 5], { perTurn: 2 }, double)).toEqual([2, 4, 6, 8, 10]);
  isOver = true;
  expect(steps.join(" ")).toMatch(/^1 2 (?:other )+3 4 (?:other )+5$/);
});

test("nothing is mapped to nothing", async () => {
  expect(await mapInTurns([], { perTurn: 3 }, String)).toEqual([]);
});
