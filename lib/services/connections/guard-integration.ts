import type { GuardActionView } from "#lib/contract/connection.ts";
import { integrationGuardOperations } from "#lib/contract/integration-guard.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type Integration, requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { serviceText } from "../texts.ts";
import { resetGuard, tryGuard } from "./guard-actions.ts";

type GuardAction = { environment: Environment; input: unknown };

/**
 * The one manual attempt of the integration's token (docs/lockout.md, rules 11 and 12), also before there is a merchant: for an
 * administrator of all merchants with a recent re-authentication who typed the environment's name.
 */
export async function tryIntegrationOnceMore(ctx: ServiceContext, { environment, input }: GuardAction): Promise<GuardActionView> {
  requireRole(ctx, integrationGuardOperations.tryIntegrationOnceMore);
  requireEnvironment(ctx, environment);
  requireTypedEnvironment(environment, parseInput(integrationGuardOperations.tryIntegrationOnceMore.body, input).name);
  requireRecentAuth(ctx);
  return tryGuard(ctx, await openGuard(ctx, environment), { environment, half: "token" });
}

/** "The gateway confirmed that its counter was reset", for the integration; sends nothing. */
export async function confirmIntegrationCounterWasReset(
  ctx: ServiceContext,
  { environment, input }: GuardAction,
): Promise<GuardActionView> {
  requireRole(ctx, integrationGuardOperations.confirmIntegrationCounterWasReset);
  requireEnvironment(ctx, environment);
  requireTypedEnvironment(environment, parseInput(integrationGuardOperations.confirmIntegrationCounterWasReset.body, input).name);
  requireRecentAuth(ctx);
  return resetGuard(ctx, await openGuard(ctx, environment), { environment, half: "token" });
}

/** The client with the connection as it is stored now, whose address may just have been corrected. */
function openGuard({ gateways }: ServiceContext, environment: Environment): Promise<Integration> {
  gateways.reload(environment);
  return gateways.integration(environment);
}

function requireTypedEnvironment(environment: Environment, typed: string): void {
  if (typed.trim().toLowerCase() === environment) return;
  throw new AppError("invalid_input", {
    fields: [{ field: "name", ...serviceText("environment_name_differs", { name: environment }) }],
  });
}
