import { isDeepStrictEqual } from "node:util";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { lockEnvironmentRow, setEnvironmentOptions } from "#lib/db/environments/environments.ts";
import type { GatewayOptions } from "#lib/gateway/index.ts";

/** Options as an environment's row keeps them; those left out follow the specification. `setBy` names who set one here. */
export type StoredGatewayOptions = Partial<GatewayOptions> & {
  setBy?: { [Name in keyof GatewayOptions]?: { by: string; at: string } };
};

type Change = {
  environment: Environment;
  /** Merged into the stored ones; `undefined` takes an option back to what the specification says. */
  options: { [Name in keyof GatewayOptions]?: GatewayOptions[Name] | undefined };
  /** The kept name of who sets them. */
  by: string;
  at: Date;
};

/**
 * Sets gateway options of a connected environment in the caller's transaction and notes who set those that differ from
 * before, and when. Every process takes them up within a second of the commit; this one at once after `gateways.reload`.
 * Answers the options before and which changed; when none did, nothing is written. Throws `not_connected`.
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
  // As JSON, members that are undefined are left out.
  const after = { ...before, ...options, setBy: { ...before.setBy, ...Object.fromEntries(marks) } };
  await setEnvironmentOptions(tx, environment, { options: after, by });
  return { before, changed };
}
