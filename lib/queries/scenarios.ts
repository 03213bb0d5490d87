import { queryOptions } from "@tanstack/react-query";
import type { ScenarioBegun, ScenarioId } from "#lib/contract/scenario.ts";
import { callOperation } from "./call-operation.ts";

const scenarioOperations = async () => (await import("#lib/contract/scenario.ts")).scenarioOperations;
const environment = "sandbox";

/** Active fault scenarios of the sandbox's gateway; refetched while shown, since some end automatically. */
export function scenariosQuery() {
  return queryOptions({
    queryKey: ["sandbox", "*", "scenarios"],
    queryFn: ({ signal }) => callOperation(scenarioOperations, "listScenarios", { params: { environment }, signal }),
    refetchInterval: 5_000,
  });
}

export function beginScenario(id: ScenarioId): Promise<ScenarioBegun> {
  return callOperation(scenarioOperations, "beginScenario", { params: { environment, id } });
}

/** Without a name all of them. */
export function endScenario(id?: ScenarioId): Promise<unknown> {
  if (id === undefined) return callOperation(scenarioOperations, "endEveryScenario", { params: { environment } });
  return callOperation(scenarioOperations, "endScenario", { params: { environment, id } });
}
