import { type Profile, profileOperations } from "#lib/contract/profile.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { getProfile } from "./get-profile.ts";
import { probeGateway } from "./probe-gateway.ts";

type Start = { environment: Environment; input: unknown };

/**
 * Starts a probe of the gateway's open questions, with reads only; resolves once it has started. Throws `conflict` while
 * another probe runs.
 */
export async function startProbe(ctx: ServiceContext, { environment, input }: Start): Promise<Profile> {
  requireRole(ctx, profileOperations.probeGateway);
  requireEnvironment(ctx, environment);
  const { merchant: slug } = parseInput(profileOperations.probeGateway.body, input);
  const merchant = slug === undefined ? undefined : await requireMerchant(ctx, environment, slug);
  await new Promise<void>((begun, failed) => {
    probeGateway(ctx, { environment, merchant, requestedBy: ctx.staff.storedName }, begun).then(
      () => ctx.gateways.reload(environment),
      (cause: unknown) => {
        failed(cause);
        ctx.log.warn({ cause, environment }, "A probe of the gateway ended before its time");
      },
    );
  });
  return getProfile(ctx, { environment, input: slug === undefined ? {} : { merchant: slug } });
}
