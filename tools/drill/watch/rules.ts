import { readFile } from "node:fs/promises";
import path from "node:path";

const deploy = path.resolve(import.meta.dirname, "..", "..", "..", "deploy");
export const rulesFile = path.join(deploy, "alerts.yml");
export const rulesTestFile = path.join(deploy, "alerts.test.yml");
export const dashboardFile = path.join(deploy, "dashboard.json");

/** In the drill a minute of a window lasts so long, and at most `windowMaxMs`. */
const minuteMs = 1_200;
const windowMaxMs = 20_000;
const unitMinutes: Record<string, number> = { m: 1, h: 60, d: 24 * 60 };

export const readRules = (): Promise<string> => readFile(rulesFile, "utf8");

/** The names of the alerts, in their order. */
export function listAlerts(rules: string): string[] {
  return [...rules.matchAll(/^\s*- alert: (\w+)$/gm)].flatMap(([, name]) => name ?? []);
}

/** The same rules for faults of seconds: shorter windows, waits of 3 s, and work that is late after 5 s. */
export function shortenRules(rules: string): string {
  return rules
    .replaceAll(/\bfor: \d+[mh]/g, "for: 3s")
    .replaceAll(/\[(\d+)([mhd])(:\w+)?\]/g, (_, count: string, unit: string, step = "") => {
      const ms = Math.min(Number(count) * (unitMinutes[unit] ?? 1) * minuteMs, windowMaxMs);
      return `[${ms}ms${step}]`;
    })
    .replaceAll(/(_(?:oldest|lag)_seconds\)?) > \d+/g, "$1 > 5");
}
