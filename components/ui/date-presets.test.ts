import { parseDate } from "@internationalized/date";
import { expect, test } from "vitest";
import { datePresets } from "./date-presets.ts";

test("presets are inclusive days, weeks begin on Monday and last month has its own length", () => {
  const presets = Object.fromEntries(datePresets("UTC", parseDate("2026-03-04")).map(({ label, range }) => [label, range]));
  expect(presets).toEqual({
    Today: { from: "2026-03-04", to: "2026-03-04" },
    "Last 7 days": { from: "2026-02-26", to: "2026-03-04" },
    "Last week": { from: "2026-02-23", to: "2026-03-01" },
    "This month": { from: "2026-03-01", to: "2026-03-04" },
    "Last month": { from: "2026-02-01", to: "2026-02-28" },
  });
});
