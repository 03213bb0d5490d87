import { isDeepStrictEqual } from "node:util";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { lockEnvironmentRow, setEnvironmentOptions } from "#lib/db/environments/environments.ts";
import type { GatewayOptions } from "#lib/gateway/types.ts";

/** Options as stored in an environment's row; omitted ones follow the specification. `setBy` names the author of each. */
export type StoredGatewayOptions = Partial<GatewayOptions> & {
  setBy?: { [Name in keyof GatewayOptions]?: { by: string; at: string } };
};

type Change = {
  environment: Environment;
  /** Merged into the stored ones; `undefined` restores the default of the specification. */
  options: { [Name in keyof GatewayOptions]?: GatewayOptions[Name] | undefined };
  /** The stored name of the author. */
  by: string;
  at: Date;
};

/**
 * Sets gateway options of a connected environment in the caller's transaction and records author and time of those that
 * changed. Every process applies them within a second of the commit; this one at once after `gateways.reload`. Returns the
 * previous options and which changed; when none did, nothing is written. Throws `not_connected`.
 */
export async function saveGatewayOptions(
  tx: Transaction,
  { environment, options, by, at }: Change,
): Promise<{ before: StoredGatewayOptions; changed: (keyof GatewayOptions)[] }> {
  const row = await lockEnvironmentRow(tx, environment);
  if (!row) throw new AppError("not_connected");
  const before = row.options as StoredGatewayOptions;
  const names = Object.keys(options) as (keyof GatewayOptions)[];
  const changed = names.filter((name) => !isDeepStrictEqual(options[name], before[name]));
  if (changed.length === 0) return { before, changed };
  const mark = { by, at: at.toISOString() };
  const marks = changed.map((name) => [name, options[name] === undefined ? undefined : mark]);
  // JSON omits members that are undefined.
  const after = { ...before, ...options, setBy: { ...before.setBy, ...Object.fromEntries(marks) } };
  await setEnvironmentOptions(tx, environment, { options: after, by });
  return { before, changed };
}
