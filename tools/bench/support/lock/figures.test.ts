import { expect, test } from "vitest";
import { triedFigure } from "./figures.ts";

test("merchants that were never called miss the goal", () => {
  const met = (...keys: string[]) =>
    triedFigure("answered", ["a", "b"], { outcomes: new Map(keys.map((key) => [key, 1])), outcome: "ok" }).isMet;
  expect(met("a ok", "b ok")).toBe(true);
  expect(met("a ok", "b merchant_refused")).toBe(false);
  expect(met()).toBe(false);
});
