import { expect, test } from "vitest";
import { listAlerts, readRules, shortenRules } from "./rules.ts";

const rule = (expr: string, wait = "") => `      - alert: Late\n        expr: ${expr}\n${wait}`;

test("windows, waits and limits of late work are shortened, and nothing else", () => {
  const long = [rule("increase(a_total[5m]) > 3", "        for: 1h\n"), rule("max by (b) (c_oldest_seconds) > 3600")];
  const short = [rule("increase(a_total[6000ms]) > 3", "        for: 3s\n"), rule("max by (b) (c_oldest_seconds) > 5")];
  expect(shortenRules(long.join(""))).toBe(short.join(""));
  expect(shortenRules(rule("max_over_time(a[7d]) > d or max_over_time(e[10m:2s]) > 0"))).toBe(
    rule("max_over_time(a[20000ms]) > d or max_over_time(e[12000ms:2s]) > 0"),
  );
});

test("no rule of deploy/alerts.yml stays long, and every alert is found", async () => {
  const rules = await readRules();
  const short = shortenRules(rules);
  expect(short).not.toMatch(/\bfor: (?!3s)|\[\d+[smhd]\b|(oldest|lag)_seconds\)? > (?!5$)/m);
  expect(listAlerts(rules)).toHaveLength(rules.split("alert:").length - 1);
  expect(listAlerts(rules)).toContain("VersionsDiffer");
});
