import { expect, test } from "vitest";
import { paymentFigures } from "./figures.ts";

const clean = { doubled: [], differing: [], strange: [] };
const missed = (figures: ReturnType<typeof paymentFigures>) =>
  figures.filter(({ isMet }) => isMet === false).map(({ name }) => name);

test("a run in which no payment was made, nothing was killed and no call failed misses its goals", () => {
  const nothing = { ...clean, happened: 0, didNotHappen: 1_000 };
  expect(missed(paymentFigures(nothing, { count: 1_000, kills: 0, killsWanted: 14, faults: 0 }))).toEqual([
    "that happened",
    "kill -9 of the app",
    "faults played",
  ]);
});

test("a storm with kills and faults meets them, unless a payment is at the gateway twice", () => {
  const played = { count: 1_000, kills: 14, killsWanted: 14, faults: 400 };
  const result = { ...clean, happened: 600, didNotHappen: 400 };
  expect(missed(paymentFigures(result, played))).toEqual([]);
  expect(missed(paymentFigures({ ...result, doubled: ["one"] }, played))).toEqual(["intents with two payments at the gateway"]);
});
