import { expect, test } from "vitest";
import { isNotProcessed, provableFrom } from "./confirm-not-processed.ts";

const limits = { callMs: 60_000, apartMs: 120_000 };
const start = Date.UTC(2026, 2, 4, 11, 20);
const payment = { createdAt: new Date(start) };
const look = (seconds: number, isComplete = true) => ({ at: new Date(start + seconds * 1_000), isComplete });

test.each([
  ["no look", [], false],
  ["one look", [look(600)], false],
  ["two looks two minutes apart", [look(60), look(180)], true],
  ["two looks a little less apart", [look(60), look(179.999)], false],
  ["a first look before the call's time limit", [look(59), look(179)], false],
  ["early looks do not count, later ones do", [look(1), look(59), look(61), look(181)], true],
  ["a look that saw only a part proves nothing", [look(60), look(180, false)], false],
  ["partial looks between complete ones do no harm", [look(60), look(100, false), look(180)], true],
])("%s", (_, looks, isProven) => {
  expect(isNotProcessed(looks, payment, limits)).toBe(isProven);
});

test("a retry is not allowed before the second check is possible", () => {
  const at = (seconds: number, looks: ReturnType<typeof look>[]) =>
    (provableFrom(looks, payment, { limits, nowMs: start + seconds * 1_000 }).getTime() - start) / 1_000;
  expect(at(5, [])).toBe(180);
  expect(at(5, [look(3)])).toBe(180);
  expect(at(70, [look(65)])).toBe(185);
  expect(at(300, [])).toBe(420);
  expect(at(300, [look(65), look(250, false)])).toBe(300);
});
