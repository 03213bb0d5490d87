import { readFile } from "node:fs/promises";
import path from "node:path";

const deploy = path.resolve(import.meta.dirname, "..", "..", "..", "deploy");
export const rulesFile = path.join(deploy, "alerts.yml");
export const rulesTestFile = path.join(deploy, "alerts.test.yml");
export const dashboardFile = path.join(deploy, "dashboard.json");

/** A minute of a window lasts so long in the drill. The shortest is longer than the wait before an alert fires. */
const minuteMs = 1_000;
const windowMs = { least: 7_000, most: 10_000 };
const unitMinutes: Record<string, number> = { m: 1, h: 60, d: 24 * 60 };

export const readRules = (): Promise<string> => readFile(rulesFile, "utf8");

function listAlerts(rules: string): string[] {
  return [...rules.matchAll(/^\s*- alert: (\w+)$/gm)].flatMap(([, name]) => name ?? []);
}

/** The alerts that did not fire, and so have no fault that works. */
export function listUnfired(rules: string, fired: readonly string[]): string[] {
  return listAlerts(rules).filter((alert) => !fired.includes(alert));
}

/** The same rules for faults of seconds: shorter windows, waits of 3 s, and work that is late after 4 s. */
export function shortenRules(rules: string): string {
  return rules
    .replaceAll(/\bfor: \d+[mh]/g, "for: 3s")
    .replaceAll(/\[(\d+)([mhd])(:\w+)?\]/g, (_, count: string, unit: string, step = "") => {
      const ms = Number(count) * (unitMinutes[unit] ?? 1) * minuteMs;
      return `[${Math.min(Math.max(ms, windowMs.least), windowMs.most)}ms${step}]`;
    })
    .replaceAll(/(_(?:oldest|lag)_seconds\)?) > \d+/g, "$1 > 4");
}
