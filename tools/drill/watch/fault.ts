import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { Prometheus } from "./prometheus.ts";
import type { Stage } from "./stage.ts";

export type Fault = {
  name: string;
  /** Those that fire in it, at whatever moment, and no other. */
  alerts: readonly string[];
  /** Those that may fire as well while what it left behind is made up for. */
  mayFollow?: readonly string[];
  /** Makes it; the function that is returned ends it, once each of its alerts fired. */
  begin(stage: Stage): Promise<() => Promise<unknown>>;
};

/** Notifications that waited on disk are old when they are stored. */
export const whatWaited: readonly string[] = ["ProcessingLate"];

/** Longer than a scrape, an evaluation, the shortened `for` and windows, and a probe that gives up. */
const withinMs = 40_000;
const pollMs = 250;

/** `fired`: those of its alerts that did. */
export type Played = { figure: Figure; fired: string[]; seconds: number };

/** Makes a fault until its alerts fire, ends it, and waits until none fires. */
export async function playFault(stage: Stage, { name, alerts, mayFollow = [], begin }: Fault, patience: number): Promise<Played> {
  say(`  ${name} …`);
  const startedAt = performance.now();
  const seen = follow(stage.prometheus, withinMs * patience);
  const end = await begin(stage);
  await seen.until(() => alerts.every((alert) => seen.all.has(alert)));
  await end();
  const left = await seen.until((firing) => firing.size === 0);
  const told = [...seen.all].filter((alert) => !mayFollow.includes(alert));
  const value = told.sort().join(", ") || "none";
  const goal = alerts.toSorted().join(", ");
  const isOver = left.size === 0;
  const figure = {
    name: `watch, ${name}: alerts`,
    value: isOver ? value : `${value}; without the fault still ${[...left].join(", ")}`,
    goal,
    isMet: isOver && value === goal,
  };
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { figure, fired: alerts.filter((alert) => seen.all.has(alert)), seconds };
}

/** The names of the alerts that fire at any time within that long. */
export async function listFiredDuring(prometheus: Prometheus, ms: number): Promise<string[]> {
  const seen = follow(prometheus, ms);
  await seen.until(() => false);
  return [...seen.all].sort();
}

/** `all`: what fired at any time since. `until` waits at most `mostMs`, and returns what fires then. */
function follow(prometheus: Prometheus, mostMs: number) {
  const all = new Set<string>();
  return {
    all,
    async until(isDone: (firing: ReadonlySet<string>) => boolean): Promise<ReadonlySet<string>> {
      for (const giveUpAt = performance.now() + mostMs; ; await wait(pollMs)) {
        const firing = new Set(await prometheus.listFiring());
        for (const name of firing) all.add(name);
        if (isDone(firing) || performance.now() > giveUpAt) return firing;
      }
    },
  };
}
