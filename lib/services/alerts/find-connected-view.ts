import { isAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { EnvironmentView, ServiceContext } from "../context.ts";

/** Undefined while the environment is not connected. */
export async function findConnectedView(
  { gateways }: Pick<ServiceContext, "gateways">,
  environment: Environment,
): Promise<EnvironmentView | undefined> {
  try {
    return await gateways.environment(environment);
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "not_connected") return undefined;
    throw thrown;
  }
}
