import { type SignInStop, signInStopOperations, signInStopSchema } from "#lib/contract/sign-in-stop.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { toIdentity } from "../merchants/identity-state.ts";

/** Whether automatic sign-in of the environment's integration is stopped, for every page to say. Makes no gateway call. */
export async function getSignInStop(ctx: ServiceContext, environment: Environment): Promise<SignInStop> {
  requireRole(ctx, signInStopOperations.getSignInStop);
  requireEnvironment(ctx, environment);
  if (!(await findEnvironmentRow(ctx.db, environment))) return { stop: null };
  const integration = await ctx.gateways.integration(environment);
  const { stop } = toIdentity(await integration.identityStatus(), ctx.clock.now());
  return signInStopSchema.parse({ stop });
}
