import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { prepareSchema } from "#lib/db/migrate/migration-plan.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { openDatabase, openOwnedDatabase } from "./open-database.ts";
import { problemLines } from "./problem-lines.ts";
import { printProblem } from "./say.ts";

export type Fixture = { settings: Settings; store: Store; vault: Vault };

/**
 * Runs a command on the app's own database, with or without a running app, and returns its exit code.
 * `asOwner`: as the role that owns the schema, and however long a statement takes: `rewrap` passes millions of rows in one. Mistakes that the user can fix are printed one on each line, with exit code 1.
 */
export async function withApp(
  name: string,
  work: (app: Fixture) => Promise<number>,
  { asOwner = false }: { asOwner?: boolean } = {},
): Promise<number> {
  try {
    const settings = loadSettings();
    const database = await (asOwner ? openOwnedDatabase(settings) : openDatabase(settings));
    const store = openStore({
      url: database.url,
      directUrl: settings.databaseDirectUrl,
      connectionsMax: 4,
      applicationName: name,
      ...(asOwner ? { statementMs: 0 } : {}),
    });
    try {
      await prepareSchema(store, settings.migrate, { migrateUrl: settings.migrateDatabaseUrl });
      return await work({ settings, store, vault: await openVault(store, settings.vaultKeys) });
    } finally {
      await store.close();
      await database.close();
    }
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}
