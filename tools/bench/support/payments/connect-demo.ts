import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { systemClock } from "#lib/core/clock.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";

/** Connects the demo environment of a migrated database, as `npm run connect` does, for an app with these settings. */
export async function connectDemo(store: Store, env: Record<string, string>, connectFile: object): Promise<void> {
  const settings = loadSettings(env);
  const vault = await openVault(store, settings.vaultKeys);
  const options = { db: store.db, vault, clock: systemClock, by: "bench" };
  await connectEnvironment({ ...options, allowedHosts: settings.gatewayHosts }, "demo", connectFile);
}
