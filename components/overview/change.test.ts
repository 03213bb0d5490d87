import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import overview from "../../messages/en/overview.json";
import { toChange } from "./change.ts";

const speech = {
  t: createTranslator({ locale: "en-GB", messages: { overview }, namespace: "overview.change" }),
  format: createFormatter({ locale: "en-GB" }),
};

test.each([
  [120, 100, "+20%"],
  [-150, -100, "+50%"],
  [50, 100, "−50%"],
  [0, 100, "−100%"],
  [7, 7, "no change"],
  [0, 0, "no change"],
  [5, 0, "new"],
  [1004, 1000, "+0.4%"],
  [9_999, 10_000, "nearly the same"],
  [-992, -1000, "−0.8%"],
  [5000, 100, "50×"],
])("%d beside %d is %s", (now, before, text) => {
  expect(toChange(speech, now, before)).toBe(text);
});
