import type { ServiceContext } from "../context.ts";
import type { SandboxControl } from "./scenario-plans.ts";

/**
 * Clears the consecutive failed sign-ins in the sandbox's gateway and in the lockout guard, like an account unlock by the
 * gateway's support: a scenario of one merchant never blocks the others.
 */
export async function recount(ctx: ServiceContext, sandbox: SandboxControl): Promise<void> {
  await sandbox.control({ method: "POST", name: "unlock" });
  await (await ctx.gateways.integration("sandbox")).counterWasReset();
}
