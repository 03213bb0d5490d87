import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { isAppError } from "#lib/core/errors.ts";
import { type Environment, environments } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "../context.ts";

/**
 * Does a rule's work in each environment; one that is not connected has none. Answers in which it failed: that is logged, and does
 * not affect the others.
 */
export async function forEachConnected(
  { log }: Pick<ServiceContext, "log">,
  rule: AlertRule,
  work: (environment: Environment) => Promise<void>,
): Promise<Environment[]> {
  const failed: Environment[] = [];
  for (const environment of environments) {
    try {
      await work(environment);
    } catch (cause) {
      if (isAppError(cause) && cause.code === "not_connected") continue;
      log.error({ cause, rule, environment }, "An alert rule could not be evaluated in an environment");
      failed.push(environment);
    }
  }
  return failed;
}
