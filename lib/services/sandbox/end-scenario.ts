import { type ScenarioId, scenarioIds, scenarioOperations } from "#lib/contract/scenario.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { auditScenario } from "./audit-scenario.ts";
import { listScenarios, requireSandbox, requireScenario, type ScenarioQuestion } from "./list-scenarios.ts";
import { recount } from "./recount.ts";
import { type SandboxControl, scenarioPlans } from "./scenario-plans.ts";

/** Ends one scenario. One that is not running, or has no lasting effect, changes nothing. */
export async function endScenario(ctx: ServiceContext, question: ScenarioQuestion & { id: string }): Promise<void> {
  const view = await requireScenario(ctx, question);
  const sandbox = requireSandbox(question);
  await auditScenario(ctx, { act: "scenario.ended", ...view });
  if (view.isOn) await resetScenario(ctx, sandbox, view.id);
}

/** Ends all scenarios of this page, for the merchants this account may see. */
export async function endEveryScenario(ctx: ServiceContext, question: ScenarioQuestion): Promise<void> {
  requireRole(ctx, scenarioOperations.endEveryScenario);
  const sandbox = requireSandbox(question);
  const begun = (await listScenarios(ctx, question)).filter(({ isOn }) => isOn).map(({ id }) => id);
  await auditScenario(ctx, { act: "scenario.ended", id: "all" });
  for (const id of scenarioIds) if (begun.includes(id)) await resetScenario(ctx, sandbox, id);
}

async function resetScenario(ctx: ServiceContext, sandbox: SandboxControl, id: ScenarioId): Promise<void> {
  const { how, merchant } = scenarioPlans[id];
  if (how === "fault") await sandbox.control({ method: "DELETE", name: `scenarios?name=${id}` });
  if (how !== "refusal") return;
  await sandbox.control({ method: "POST", name: "settings", body: { refusedMerchants: [] } });
  await recount(ctx, sandbox);
  const gateway = await ctx.gateways.forMerchant(await requireMerchant(ctx, "sandbox", merchant));
  await gateway.counterWasReset();
  await gateway.signIn().catch(() => undefined);
}
