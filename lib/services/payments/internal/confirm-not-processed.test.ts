import { expect, test } from "vitest";
import { isNotProcessed, provableFrom } from "./confirm-not-processed.ts";

const limits = { callMs: 60_000, apartMs: 120_000 };
const start = Date.UTC(2026, 2, 4, 11, 20);
const payment = { createdAt: new Date(start) };
const check = (seconds: number, isComplete = true) => ({ at: new Date(start + seconds * 1_000), isComplete });

test.each([
  ["no look", [], false],
  ["one look", [check(600)], false],
  ["two looks two minutes apart", [check(60), check(180)], true],
  ["two looks a little less apart", [check(60), check(179.999)], false],
  ["a first look before the call's time limit", [check(59), check(179)], false],
  ["early looks do not count, later ones do", [check(1), check(59), check(61), check(181)], true],
  ["a look that saw only a part proves nothing", [check(60), check(180, false)], false],
  ["partial looks between complete ones do no harm", [check(60), check(100, false), check(180)], true],
])("%s", (_, looks, isProven) => {
  expect(isNotProcessed(looks, payment, limits)).toBe(isProven);
});

test("a retry is not allowed before the second check is possible", () => {
  const at = (seconds: number, looks: ReturnType<typeof check>[]) =>
    (provableFrom(looks, payment, { limits, nowMs: start + seconds * 1_000 }).getTime() - start) / 1_000;
  expect(at(5, [])).toBe(180);
  expect(at(5, [check(3)])).toBe(180);
  expect(at(70, [check(65)])).toBe(185);
  expect(at(300, [])).toBe(420);
  expect(at(300, [check(65), check(250, false)])).toBe(300);
});
