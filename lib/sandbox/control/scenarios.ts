import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { problem } from "../problem.ts";
import type { Json } from "../storage.ts";
import type { World } from "../world.ts";

export const scenarioKinds = [
  "latency",
  "unauthorized",
  "throttle",
  "error",
  "drop",
  "drop-after",
  "malformed",
  "html",
  "empty",
  "half",
  "unknown-fields",
  "numbers-as-text",
  "error-in-200",
] as const;

export const scenarioSchema = z.strictObject({
  kind: z.enum(scenarioKinds),
  /** Only calls of this merchant; without it all. */
  merchant: z.string().optional(),
  /** Only calls whose path contains this. */
  path: z.string().max(200).optional(),
  count: z.int().min(1).max(10_000).default(1),
  ms: z.int().min(0).max(60_000).default(1_000),
});
export type Scenario = z.infer<typeof scenarioSchema>;

const kind = "scenario";

export async function addScenario({ storage, now }: World, scenario: Scenario): Promise<void> {
  const [number = 0] = await storage.increment(["scenario"]);
  await storage.insert({
    kind,
    key: String(number),
    group: "",
    at: now(),
    tag: String(scenario.count),
    value: scenario as unknown as Json,
  });
}

/** The oldest scenario that fits this call, used up by one. */
export async function takeScenario(
  { storage }: World,
  call: { merchant: string | null; path: string },
): Promise<Scenario | undefined> {
  for (const { key, value } of await storage.list(kind, { limit: 100 })) {
    const scenario = value as unknown as Scenario;
    const fits =
      (scenario.merchant === undefined || scenario.merchant === call.merchant) &&
      (scenario.path === undefined || call.path.includes(scenario.path));
    if (!fits) continue;
    const isTaken = await storage.update(kind, key, (record) => {
      if (!record) return { record: undefined, result: false };
      const left = Number(record.tag) - 1;
      return { record: left > 0 ? { ...record, tag: String(left) } : null, result: true };
    });
    if (isTaken) return scenario;
  }
  return undefined;
}

/** Answers as the scenario says; `handle` is the real answer, made (or not) in its place. */
export async function playScenario(scenario: Scenario, handle: () => Promise<Response>): Promise<Response> {
  if (scenario.kind === "unauthorized") return problem(401);
  if (scenario.kind === "throttle") return problem(429, { headers: { "retry-after": String(Math.ceil(scenario.ms / 1_000)) } });
  if (scenario.kind === "error") return problem(500);
  if (scenario.kind === "drop") return broken();
  if (scenario.kind === "latency") await delay(scenario.ms);
  const response = await handle();
  return scenario.kind === "latency" ? response : distort(scenario.kind, response);
}

async function distort(how: Scenario["kind"], response: Response): Promise<Response> {
  const { status } = response;
  const text = await response.text();
  const as = (body: string, type = "application/json") => new Response(body, { status, headers: { "content-type": type } });
  switch (how) {
    case "drop-after":
      return broken();
    case "html":
      return as("<!doctype html><title>Busy</title><p>Please come back later.", "text/html");
    case "empty":
      return as("");
    case "half":
      return as(text.slice(0, Math.floor(text.length / 2)));
    case "malformed":
      return as(text.replace(":", ";"));
    case "error-in-200":
      return as('{"error":{"code":"E1","message":"no"}}');
    case "unknown-fields":
      return as(text.replace(/\{/g, '{"surprise":{"deep":[1,null,"x"]},').replace(/,\}/g, "}"));
    default:
      return as(text.replace(/:(-?\d+(?:\.\d+)?)(?=[,}])/g, ':"$1"'));
  }
}

/** The connection breaks before the answer is whole. The standalone server and Next both cut the socket on it. */
export function broken(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new Error("The sandbox dropped this connection on purpose."));
    },
  });
  return new Response(body, { status: 200, headers: { "x-sandbox-drop": "1" } });
}
