import { afterEach, expect, test, vi } from "vitest";
import { announce } from "#components/ui/announced.tsx";
import { toArrived } from "./use-arrived-rows.ts";

afterEach(() => vi.unstubAllGlobals());

const rowsOf = (keys: readonly (string | undefined)[]) => ({
  rowCount: keys.length,
  rowAt: (index: number) => keys[index],
  keyOf: (key: string) => key,
});

test("rows above the one that was first are those that arrived", () => {
  expect(toArrived(rowsOf(["c", "b", "a"]), "a")).toEqual(["c", "b"]);
  expect(toArrived(rowsOf(["a"]), "a")).toEqual([]);
});

test("another list, rows not loaded yet, and very many at once are no arrivals", () => {
  expect(toArrived(rowsOf(["c", "b"]), "a")).toEqual([]);
  expect(toArrived(rowsOf(["c", "b"]), undefined)).toEqual([]);
  expect(toArrived(rowsOf(["c", undefined, "a"]), "a")).toEqual([]);
  expect(toArrived(rowsOf([...Array.from({ length: 21 }, (_, index) => `new ${index}`), "a"]), "a")).toEqual([]);
});

test("the same text is announced each time", () => {
  const announced: string[] = [];
  const region = {
    set textContent(text: string) {
      announced.push(text);
    },
  };
  vi.stubGlobal("document", { getElementById: () => region });
  for (const text of ["1 new row", "1 new row"]) announce(text);
  expect(announced).toEqual(["1 new row", "1 new row"]);
});
