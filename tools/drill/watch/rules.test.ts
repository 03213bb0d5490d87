import { expect, test } from "vitest";
import { listUnfired, readRules, shortenRules } from "./rules.ts";

const rule = (expr: string, wait = "") => `      - alert: Late\n        expr: ${expr}\n${wait}`;

test("windows, waits and limits of late work are shortened, and nothing else", () => {
  const long = [rule("increase(a_total[5m]) > 3", "        for: 1h\n"), rule("max by (b) (c_oldest_seconds) > 3600")];
  const short = [rule("increase(a_total[7000ms]) > 3", "        for: 3s\n"), rule("max by (b) (c_oldest_seconds) > 4")];
  expect(shortenRules(long.join(""))).toBe(short.join(""));
  expect(shortenRules(rule("max_over_time(a[7d]) > d or max_over_time(e[10m:2s]) > 0"))).toBe(
    rule("max_over_time(a[10000ms]) > d or max_over_time(e[10000ms:2s]) > 0"),
  );
});

test("no rule of deploy/alerts.yml stays long, and every alert is found", async () => {
  const rules = await readRules();
  const short = shortenRules(rules);
  expect(short).not.toMatch(/\bfor: (?!3s)|\[\d+[smhd]\b|(oldest|lag)_seconds\)? > (?!4$)/m);
  expect(listUnfired(rules, [])).toHaveLength(rules.split("alert:").length - 1);
});

test("an alert without a fault is named", async () => {
  const rules = await readRules();
  const others = listUnfired(rules, ["VersionsDiffer"]);
  expect(listUnfired(rules, others)).toEqual(["VersionsDiffer"]);
  expect(listUnfired(rules + rule("vector(1)"), [...others, "VersionsDiffer"])).toEqual(["Late"]);
});
