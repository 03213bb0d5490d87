import { expect, test } from "vitest";
import type { AlertSeverity } from "#lib/contract/alert-marks.ts";
import { chooseAlerts, nothingShown, type ShownAlerts } from "./choose-alerts.ts";

const startMs = Date.parse("2026-11-28T10:00:00.000Z");
const minute = 60_000;
const since = new Date(startMs).toISOString();

function alertOf(id: string, severity: AlertSeverity, { minutes = 1, merchant = "cafe" } = {}) {
  return { id, rule: "silence" as const, merchant, severity, openedAt: new Date(startMs + minutes * minute).toISOString() };
}

/** What a browser shows minute by minute, which remembers what it has shown. */
function openBrowser(severities: readonly AlertSeverity[] = ["warning", "critical"]) {
  let shown: ShownAlerts = nothingShown;
  return (minutes: number, ...open: ReturnType<typeof alertOf>[]) => {
    const result = chooseAlerts(open, { shown, since, severities, atMs: startMs + minutes * minute });
    shown = JSON.parse(JSON.stringify(result.shown));
    return result.chosen.map(({ id, isWorse }) => (isWorse ? `${id} worse` : id));
  };
}

test("an alert is shown once, and again when it became more severe", () => {
  const show = openBrowser();
  expect(show(1, alertOf("a", "warning"))).toEqual(["a"]);
  expect(show(2, alertOf("a", "warning"))).toEqual([]);
  expect(show(3, alertOf("a", "critical"), alertOf("b", "warning"))).toEqual(["a worse", "b"]);
  expect(show(4, alertOf("a", "critical"), alertOf("b", "warning"))).toEqual([]);
});

test("one that was acknowledged and is open again because it became more severe is shown", () => {
  const show = openBrowser();
  expect(show(1, alertOf("a", "warning"))).toEqual(["a"]);
  expect(show(2)).toEqual([]);
  expect(show(3, alertOf("a", "critical"))).toEqual(["a worse"]);
});

test("what was open when notifications were turned on is shown only when it becomes more severe", () => {
  const show = openBrowser();
  expect(show(1, alertOf("old", "warning", { minutes: -5 }))).toEqual([]);
  expect(show(2, alertOf("old", "critical", { minutes: -5 }))).toEqual(["old worse"]);
});

test("only the chosen severities are shown, also of what becomes more severe", () => {
  const show = openBrowser(["critical"]);
  expect(show(1, alertOf("a", "info"))).toEqual([]);
  expect(show(2, alertOf("a", "warning"))).toEqual([]);
  expect(show(3, alertOf("a", "critical"))).toEqual(["a worse"]);
});

test("trouble of one rule and merchant that comes and goes is shown at most five times an hour, and then if it is still open", () => {
  const show = openBrowser();
  const counts = [1, 2, 3, 4, 5, 6, 7].map((minutes) => show(minutes, alertOf(`a${minutes}`, "critical", { minutes })).length);
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(show(8, alertOf("other", "critical", { merchant: "bakery" }))).toEqual(["other"]);
  expect(show(60, alertOf("a7", "critical", { minutes: 7 }))).toEqual([]);
  expect(show(61, alertOf("a7", "critical", { minutes: 7 }))).toEqual(["a7"]);
});
