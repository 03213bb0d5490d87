import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { createEveryMetric } from "./testing/every-metric.ts";

const text = readFileSync(path.resolve(import.meta.dirname, "..", "..", "deploy", "dashboard.json"), "utf8");
const position = z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() });
const dashboard = z
  .object({
    schemaVersion: z.number(),
    panels: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        type: z.enum(["row", "stat", "timeseries"]),
        gridPos: position,
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(text));
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Added by Prometheus to every series. */
const addedLabels = ["job", "instance"];

/** The labels of each metric as this program exposes it, by its name. */
async function readMetrics(): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>([["up", new Set(addedLabels)]]);
  for (const line of (await createEveryMetric().render()).text.split("\n")) {
    const [, name = "", type] = /^# TYPE (\w+) (\w+)/.exec(line) ?? [];
    const names = type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
    if (type !== undefined) for (const each of names) known.set(each, new Set(addedLabels));
    const [, sample = "", labels = ""] = /^(\w+)\{(.*)\} /.exec(line) ?? [];
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.get(sample)?.add(label);
  }
  return known;
}

/** Metric names stand before their labels; every one of these expressions has some. */
const namesIn = (expression: string) => [...expression.matchAll(/(\w+)\{/g)].map(([, name = ""]) => name);

it("asks only for metrics and labels that the program exposes, and shows every metric of its own", async () => {
  const known = await readMetrics();
  const unknown = expressions.flatMap((expression) => {
    const names = namesIn(expression);
    const matched = [...expression.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label);
    const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "));
    const labels = new Set(names.flatMap((name) => [...(known.get(name) ?? [])]));
    const isKnown = names.length > 0 && names.every((name) => known.has(name));
    return isKnown && [...matched, ...grouped].every((label) => labels.has(label)) ? [] : [expression];
  });
  expect(unknown).toEqual([]);
  const shown = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, "")));
  const own = [...known.keys()].filter((name) => name.startsWith("counterfoil_"));
  expect(own.length).toBeGreaterThan(25);
  expect(own.filter((name) => !shown.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
});

it("has legends of labels that remain, panels with an id of their own, and none over another", () => {
  const { panels, schemaVersion } = dashboard;
  expect(schemaVersion).toBeGreaterThanOrEqual(41);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  const wrong = panels.flatMap(({ targets }) =>
    targets.filter(({ expr, legendFormat }) => {
      const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      const grouped = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? addedLabels;
      return legend.some((label) => !grouped.includes(label));
    }),
  );
  expect(wrong).toEqual([]);
});
