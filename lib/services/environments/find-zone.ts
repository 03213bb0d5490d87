import { isAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "../context.ts";

/** The zone for the environment's times; UTC while it is not connected. */
export async function findZone(ctx: Pick<ServiceContext, "gateways">, environment: Environment): Promise<string> {
  try {
    return (await ctx.gateways.environment(environment)).zone;
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "not_connected") return "UTC";
    throw thrown;
  }
}
