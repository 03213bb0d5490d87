import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createEveryMetric } from "./testing/every-metric.ts";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "..", "..", file), "utf8");
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, match]) => match ?? ""))].sort();

const rules = read("deploy/alerts.yml");
const alerts = matches(rules, /- alert: (\w+)/g);

it("has a section of the runbook for each alert, with what it means, where to look and what to do", () => {
  const sections = read("docs/runbook.md").split(/^## /m).slice(1);
  expect(sections.map((section) => section.split("\n")[0]).sort()).toEqual(alerts);
  const unfinished = sections.filter((section) => !["Means", "Look", "Do"].every((part) => section.includes(`**${part}:**`)));
  expect(unfinished).toEqual([]);
});

it("sees each alert fire in a test of its own", () => {
  expect(matches(read("deploy/alerts.test.yml"), /\{alertname="(\w+)"\}/g)).toEqual(alerts);
});

it("asks only for metrics that the program has and docs/monitoring.md explains", async () => {
  const known = matches((await createEveryMetric().render()).text, /^# TYPE (counterfoil_\w+)/gm);
  const explained = read("docs/monitoring.md");
  const asked = [rules, read("docs/runbook.md")].flatMap((text) => matches(text, /\b(counterfoil_\w+)/g));
  const unknown = asked
    .map((name) => name.replace(/_(count|bucket|sum)$/, ""))
    .filter((name) => !known.includes(name) || !explained.includes(`\`${name}\``));
  expect(unknown).toEqual([]);
});
