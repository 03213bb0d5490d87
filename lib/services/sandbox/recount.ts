import type { ServiceContext } from "../context.ts";
import type { SandboxControl } from "./scenario-plans.ts";

/**
 * The sandbox's gateway and the desk both forget which sign-ins failed in a row, as when the gateway's support has
 * unlocked the account: what somebody plays with one merchant never stops the others.
 */
export async function recount(ctx: ServiceContext, sandbox: SandboxControl): Promise<void> {
  await sandbox.control({ method: "POST", name: "unlock" });
  await (await ctx.gateways.integration("sandbox")).counterWasReset();
}
