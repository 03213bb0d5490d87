import type { Environment } from "#lib/core/identifiers.ts";
import type { GatewayCall } from "#lib/gateway/types.ts";
import type { LoggedCall } from "#lib/services/context.ts";

const keptMost = 500;

export type CallLog = {
  add(call: GatewayCall): void;
  /** Calls with ids above `after`, oldest first. */
  list(environment: Environment, after: number): LoggedCall[];
};

/** The last calls this process made to gateways, in memory only; other processes have their own. */
export function createCallLog(now: () => number): CallLog {
  const calls: LoggedCall[] = [];
  let id = 0;
  return {
    add(call) {
      id += 1;
      calls.push({ ...call, id, at: new Date(now()) });
      if (calls.length > keptMost) calls.shift();
    },
    list: (environment, after) => calls.filter((call) => call.environment === environment && call.id > after),
  };
}
