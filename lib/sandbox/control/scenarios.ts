import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { problem } from "../problem.ts";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";
import { broken, distort, type ScenarioKind, scenarioKinds } from "./distort.ts";

export const scenarioSchema = z.strictObject({
  /** Identifies the scenario in lists and for removal. */
  name: z.string().max(40).default(""),
  kind: z.enum(scenarioKinds),
  /** Only calls of this merchant; without it all. */
  merchant: z.string().optional(),
  /** Only calls whose path contains this; the token and session calls are affected only when it names them. */
  path: z.string().max(200).optional(),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  count: z.int().min(1).max(10_000).default(1),
  /** The wait of `latency` and `slow-body`; Retry-After of `throttle` and `unavailable`, in whole seconds. */
  ms: z.int().min(0).max(60_000).default(1_000),
});
export type Scenario = z.infer<typeof scenarioSchema>;

export type ScenarioCall = { merchant: string | null; path: string; method: string; isIdentity: boolean };

const kind: RecordKind<Scenario> = "scenario";

export async function addScenario({ storage, now }: World, scenario: Scenario): Promise<void> {
  const [number = 0] = await storage.increment(["scenario"]);
  await storage.insert({
    kind,
    key: String(number).padStart(9, "0"),
    group: scenario.name,
    at: now(),
    tag: String(scenario.count),
    value: scenario,
  });
}

/** Active scenarios: their names, and how many calls each still affects. */
export async function listScenarios({ storage }: World): Promise<{ name: string; kind: ScenarioKind; left: number }[]> {
  const records = await storage.list(kind, { limit: 1_000 });
  return records.map(({ group, tag, value }) => ({
    name: group,
    kind: value.kind,
    left: Number(tag),
  }));
}

/** Removes one, or all without a name. */
export function removeScenarios({ storage }: World, name: string | null): Promise<void> {
  return storage.removeRange(kind, name === null ? {} : { group: name });
}

/** Consumes one call of the oldest scenario that matches this call. */
export async function takeScenario({ storage }: World, call: ScenarioCall): Promise<Scenario | undefined> {
  for (const { key, value: scenario } of await storage.list(kind, { limit: 100 })) {
    if (!fits(scenario, call)) continue;
    const isTaken = await storage.update(kind, key, (record) => {
      if (!record) return { record: undefined, result: false };
      const left = Number(record.tag) - 1;
      return { record: left > 0 ? { ...record, tag: String(left) } : null, result: true };
    });
    if (isTaken) return scenario;
  }
  return undefined;
}

function fits(scenario: Scenario, call: ScenarioCall): boolean {
  if (scenario.merchant !== undefined && scenario.merchant !== call.merchant) return false;
  if (scenario.method !== undefined && scenario.method !== call.method) return false;
  return scenario.path === undefined ? !call.isIdentity : call.path.includes(scenario.path);
}

/** Responds as the scenario defines; `handle` makes the real response. */
export async function playScenario(world: World, scenario: Scenario, handle: () => Promise<Response>): Promise<Response> {
  const instead = answerInstead(scenario);
  if (instead) return instead;
  if (scenario.kind === "latency") {
    await delay(scenario.ms);
    return handle();
  }
  if (scenario.kind === "expire-sessions") {
    await world.storage.removeRange("session", scenario.merchant === undefined ? {} : { group: scenario.merchant });
    return problem(401);
  }
  return distort(scenario.kind, await handle(), scenario.ms);
}

function answerInstead({ kind, ms }: Scenario): Response | undefined {
  const retryAfter = { "retry-after": String(Math.ceil(ms / 1_000)) };
  switch (kind) {
    case "unauthorized":
      return problem(401);
    case "forbidden":
      return problem(403);
    case "throttle":
      return problem(429, { headers: retryAfter });
    case "error":
      return problem(500);
    case "unavailable":
      return problem(503, { headers: retryAfter });
    case "redirect":
      return new Response(null, { status: 302, headers: { location: "http://169.254.169.254/elsewhere" } });
    case "drop":
      return broken();
    default:
      return undefined;
  }
}
