import { expect, test } from "vitest";
import { datePresets } from "./date-presets.ts";

test("presets are inclusive days, weeks begin on Monday and last month has its own length", () => {
  const presets = Object.fromEntries(datePresets("UTC", "2026-03-04").map(({ key, range }) => [key, range]));
  expect(presets).toEqual({
    today: { from: "2026-03-04", to: "2026-03-04" },
    last_7_days: { from: "2026-02-26", to: "2026-03-04" },
    last_week: { from: "2026-02-23", to: "2026-03-01" },
    this_month: { from: "2026-03-01", to: "2026-03-04" },
    last_month: { from: "2026-02-01", to: "2026-02-28" },
  });
});
