import { z } from "zod";
import { type ScenarioId, type ScenarioView, scenarioIds, scenarioOperations, scenariosSchema } from "#lib/contract/scenario.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { findVisibleMerchants, requireRole, type ServiceContext } from "../context.ts";
import { type SandboxControl, scenarioPlans } from "./scenario-plans.ts";

export type ScenarioQuestion = { environment: Environment; sandbox: SandboxControl | undefined };

const waitingSchema = z.array(z.object({ name: z.string(), left: z.int() }));
const settingsSchema = z.object({ refusedMerchants: z.array(z.string()) });

const played = [...new Set(scenarioIds.map((id) => scenarioPlans[id].merchant))];

/** Every scenario whose merchant this account may see. Throws `not_found` outside the sandbox. */
export async function listScenarios(ctx: ServiceContext, question: ScenarioQuestion): Promise<ScenarioView[]> {
  requireRole(ctx, scenarioOperations.listScenarios);
  const sandbox = requireSandbox(question);
  const [merchants, waiting, settings] = await Promise.all([
    findVisibleMerchants(ctx, "sandbox", played),
    sandbox.control({ method: "GET", name: "scenarios" }).then((answer) => waitingSchema.parse(answer)),
    sandbox.control({ method: "GET", name: "settings" }).then((answer) => settingsSchema.parse(answer)),
  ]);
  const views = scenarioIds.flatMap((id) => {
    const { merchant, how, page } = scenarioPlans[id];
    const row = merchants.find(({ slug }) => slug === merchant);
    if (!row) return [];
    const isOn = how === "refusal" ? settings.refusedMerchants.includes(merchant) : waiting.some(({ name }) => name === id);
    return [{ id, merchant, merchantName: row.name, isOn, href: `/sandbox/${merchant}/${page}` }];
  });
  return scenariosSchema.parse(views);
}

export function requireSandbox({ environment, sandbox }: ScenarioQuestion): SandboxControl {
  if (environment !== "sandbox" || !sandbox) throw new AppError("not_found");
  return sandbox;
}

/** The current state of one scenario that this account may use. */
export async function requireScenario(
  ctx: ServiceContext,
  { id, ...question }: ScenarioQuestion & { id: string },
): Promise<ScenarioView & { id: ScenarioId }> {
  const view = (await listScenarios(ctx, question)).find((item) => item.id === id);
  if (!view) throw new AppError("not_found");
  return view;
}
