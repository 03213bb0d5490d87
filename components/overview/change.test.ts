import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import overview from "../../messages/en/overview.json";
import { toChange } from "./change.ts";

const speech = {
  t: createTranslator({ locale: "en-GB", messages: { overview }, namespace: "overview.change" }),
  format: createFormatter({ locale: "en-GB" }),
};

test.each([
  [120, 100, "up", "+20%"],
  [-150, -100, "up", "+50%"],
  [50, 100, "down", "−50%"],
  [0, 100, "down", "−100%"],
  [7, 7, "same", "no change"],
  [0, 0, "same", "no change"],
  [5, 0, "up", "none before"],
  [1001, 1000, "up", "+<1%"],
  [5000, 100, "up", "50×"],
])("%d beside %d goes %s: %s", (now, before, direction, text) => {
  expect(toChange(speech, now, before)).toEqual({ direction, text });
});
