import { scenarioBegunSchema, scenariosSchema } from "../../scenario.ts";
import { environmentPath, type Operation } from "../operation.ts";

const path = `${environmentPath}/scenarios`;
const shared = { tag: "Operations", role: "support", errors: [] } as const;

/** How the sandbox's gateway misbehaves; every other environment answers 404. */
export const scenarioOperations: readonly Operation[] = [
  {
    ...shared,
    id: "listScenarios",
    method: "get",
    path,
    summary: "What the sandbox's gateway can be made to do wrong, and what it does now; the sandbox only",
    answers: { 200: { description: "The scenarios.", schema: scenariosSchema } },
  },
  {
    ...shared,
    id: "endEveryScenario",
    method: "delete",
    path,
    summary: "The sandbox's gateway behaves again, as it was started; the sandbox only",
    answers: { 204: { description: "All is put back." } },
  },
  {
    ...shared,
    id: "beginScenario",
    method: "post",
    path: `${path}/{id}`,
    summary: "Makes the sandbox's gateway misbehave in one way, for one merchant; the sandbox only",
    answers: { 200: { description: "What came of it, and where the desk shows it.", schema: scenarioBegunSchema } },
  },
  {
    ...shared,
    id: "endScenario",
    method: "delete",
    path: `${path}/{id}`,
    summary: "Puts one scenario back; the sandbox only",
    answers: { 204: { description: "It is put back." } },
  },
];
