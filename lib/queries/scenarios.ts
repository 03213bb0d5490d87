import { queryOptions } from "@tanstack/react-query";
import type { ScenarioBegun, ScenarioId } from "../contract/scenario.ts";
import { fetchJson } from "./fetch-json.ts";

const path = "/api/sandbox/scenarios";

/** What the sandbox's gateway does wrong now; some end by themselves, so it is asked again while it is looked at. */
export function scenariosQuery() {
  return queryOptions({
    queryKey: ["sandbox", "*", "scenarios"],
    queryFn: ({ signal }) =>
      fetchJson(path, { schema: async () => (await import("../contract/scenario.ts")).scenariosSchema, signal }),
    refetchInterval: 5_000,
  });
}

export function beginScenario(id: ScenarioId): Promise<ScenarioBegun> {
  return fetchJson(`${path}/${id}`, {
    method: "POST",
    schema: async () => (await import("../contract/scenario.ts")).scenarioBegunSchema,
  });
}

/** Without one all of them. */
export function endScenario(id?: ScenarioId): Promise<unknown> {
  return fetchJson(id === undefined ? path : `${path}/${id}`, { method: "DELETE" });
}
