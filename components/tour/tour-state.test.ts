import { expect, test } from "vitest";
import { beginTour, currentStep, parseTour, tourSteps, withDone } from "./tour-state.ts";

const tour = beginTour("corner-cafe");

test("it goes on with the first step that neither happened nor was skipped, and ends behind the last", () => {
  expect(currentStep(tour)).toBe("create");
  expect(currentStep(withDone(tour, ["create", "notified"]))).toBe("pay");
  expect(currentStep({ ...withDone(tour, ["create"]), skipped: ["pay"] })).toBe("notified");
  expect(currentStep(withDone(tour, tourSteps))).toBeUndefined();
});

test("what happened twice is done once, and nothing new is the same tour", () => {
  const once = withDone(tour, ["create"]);
  expect(withDone(once, ["create"])).toBe(once);
  expect(withDone(once, ["create", "pay"]).done).toEqual(["create", "pay"]);
});

test("a stored tour is restored; anything else is ignored", () => {
  const stored = { ...withDone(tour, ["create"]), token: "0".repeat(32), isFolded: true };
  expect(parseTour(JSON.stringify(stored))).toEqual(stored);
  for (const text of [null, "", "{", "null", "[]", JSON.stringify({ ...stored, done: ["dance"] })])
    expect(parseTour(text)).toBeUndefined();
});
