import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import overview from "../../messages/en/overview.json";
import { toChange } from "./change.ts";

const speech = {
  t: createTranslator({ locale: "en-GB", messages: { overview }, namespace: "overview.change" }),
  format: createFormatter({ locale: "en-GB" }),
};

test.each([
  [120, 100, "up", "20% more than before"],
  [-150, -100, "up", "50% more than before"],
  [50, 100, "down", "50% less than before"],
  [0, 100, "down", "100% less than before"],
  [7, 7, "same", "as before"],
  [0, 0, "same", "as before"],
  [5, 0, "up", "none before"],
  [1001, 1000, "up", "<1% more than before"],
  [5000, 100, "up", "49 times more than before"],
])("%d beside %d goes %s: %s", (now, before, direction, text) => {
  expect(toChange(speech, now, before)).toEqual({ direction, text });
});
