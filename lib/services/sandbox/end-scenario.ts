import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { auditScenario } from "./audit-scenario.ts";
import { requireSandbox, requireScenario, type ScenarioQuestion } from "./list-scenarios.ts";
import { type SandboxControl, scenarioPlans } from "./scenario-plans.ts";

/** Puts one scenario back. One that is not on, or happened once and for all, changes nothing. */
export async function endScenario(ctx: ServiceContext, question: ScenarioQuestion & { id: string }): Promise<void> {
  const view = await requireScenario(ctx, question);
  const sandbox = requireSandbox(question);
  await auditScenario(ctx, { act: "scenario.ended", ...view });
  const { how } = scenarioPlans[view.id];
  if (how === "fault") await sandbox.control({ method: "DELETE", name: `scenarios?name=${view.id}` });
  if (how === "refusal") {
    await sandbox.control({ method: "POST", name: "settings", body: { refusedMerchants: [] } });
    await forgetRefusals(ctx, sandbox, view.isOn ? [view.merchant] : []);
  }
}

/** The sandbox's gateway behaves again, in everything and for every merchant, as it was started. */
export async function endEveryScenario(ctx: ServiceContext, question: ScenarioQuestion): Promise<void> {
  requireRole(ctx, "support");
  const sandbox = requireSandbox(question);
  await auditScenario(ctx, { act: "scenario.ended", id: "all" });
  await sandbox.control({ method: "DELETE", name: "scenarios" });
  await sandbox.control({ method: "DELETE", name: "settings" });
  await forgetRefusals(ctx, sandbox, [scenarioPlans.refused.merchant]);
}

/** Both sides count anew, as when the gateway's support has unlocked an account, and the merchant signs in again. */
async function forgetRefusals(ctx: ServiceContext, sandbox: SandboxControl, slugs: readonly string[]): Promise<void> {
  await sandbox.control({ method: "POST", name: "unlock" });
  for (const merchant of await visibleMerchants(ctx, "sandbox")) {
    if (!slugs.includes(merchant.slug)) continue;
    const gateway = await ctx.gateways.forMerchant(merchant);
    await gateway.counterWasReset();
    await (await ctx.gateways.integration("sandbox")).counterWasReset();
    await gateway.signIn().catch(() => undefined);
  }
}
