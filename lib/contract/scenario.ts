import { z } from "zod";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

/** How the sandbox's gateway can be made to misbehave. The first ones last until they are reset, the last two happen once. */
export const scenarioIds = ["slow", "away", "throttled", "refused", "lock_guard", "lost_answer", "forged", "duplicate"] as const;
export type ScenarioId = (typeof scenarioIds)[number];

const scenarioViewSchema = z.object({
  id: z.enum(scenarioIds),
  /** The affected merchant. */
  merchant: z.string(),
  merchantName: z.string(),
  isOn: z.boolean(),
  /** The page that shows how the app handles it. */
  href: z.string(),
});
export type ScenarioView = z.infer<typeof scenarioViewSchema>;

export const scenariosSchema = z.array(scenarioViewSchema).register(schemaNames, { id: "Scenarios" });

/** The result of starting one: the page to open, and, for the lockout guard, the number of calls and of requests that reached the gateway. */
export const scenarioBegunSchema = scenarioViewSchema
  .extend({
    order: z.string().nullable(),
    asked: z.int().nullable(),
    heard: z.int().nullable(),
  })
  .register(schemaNames, { id: "ScenarioBegun" });
export type ScenarioBegun = z.infer<typeof scenarioBegunSchema>;

const path = `${environmentPath}/scenarios`;

const shared = { role: "support" } as const;

/** How the sandbox's gateway misbehaves; every other environment answers 404. */
export const scenarioOperations = defineOperations("Operations", {
  listScenarios: {
    ...shared,
    method: "get",
    path,
    summary: "What the sandbox's gateway can be made to do wrong, and what it does now; the sandbox only",
    answers: { 200: { description: "The scenarios.", schema: scenariosSchema } },
  },
  endEveryScenario: {
    ...shared,
    method: "delete",
    path,
    summary: "The sandbox's gateway behaves again, as it was started; the sandbox only",
    answers: { 204: { description: "All is put back." } },
  },
  beginScenario: {
    ...shared,
    method: "post",
    path: `${path}/{id}`,
    summary: "Makes the sandbox's gateway misbehave in one way, for one merchant; the sandbox only",
    answers: { 200: { description: "What came of it, and where Counterfoil shows it.", schema: scenarioBegunSchema } },
  },
  endScenario: {
    ...shared,
    method: "delete",
    path: `${path}/{id}`,
    summary: "Puts one scenario back; the sandbox only",
    answers: { 204: { description: "It is put back." } },
  },
});
