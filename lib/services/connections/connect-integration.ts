import type { z } from "zod";
import { connectionOperations, savedSchema } from "#lib/contract/connection.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { byStaff, requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { connectEnvironment } from "../environments/connect-environment.ts";

/**
 * Connects demo or production, or changes its connection; checked before anything is sent (docs/lockout.md, rule 17), stored
 * encrypted, audited. Makes no gateway call. For an administrator with a recent re-authentication.
 */
export async function connectIntegration(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<z.output<typeof savedSchema>> {
  requireRole(ctx, connectionOperations.connectIntegration);
  requireEnvironment(ctx, environment);
  const integration = parseInput(connectionOperations.connectIntegration.body, input);
  const {
    integration: outcome,
    warnings,
    warningDetails,
  } = await connectEnvironment(
    {
      db: ctx.db,
      vault: ctx.vault,
      clock: ctx.clock,
      allowedHosts: ctx.gateways.allowedHosts,
      ownHost: ctx.gateways.ownHost,
      by: ctx.staff.storedName,
      person: byStaff(ctx),
      beforeSaving: () => requireRecentAuth(ctx),
    },
    environment,
    { ...integration, merchants: [] },
  );
  return savedSchema.parse({ outcome, warnings, warningDetails });
}
