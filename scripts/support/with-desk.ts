import { openVault } from "#lib/runtime/open-vault.ts";
import { loadSettings, type Settings } from "#lib/runtime/settings.ts";
import { migrateStore } from "#lib/store/migrate-store.ts";
import { openStore, type Store } from "#lib/store/open-store.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { openDatabase } from "./open-database.ts";
import { problemLines } from "./problem-lines.ts";
import { sayProblem } from "./say.ts";

export type Desk = { settings: Settings; store: Store; vault: Vault };

/**
 * Does a command's work on the desk's own database, beside a running desk or without one, and answers its exit code.
 * What a person can mend ends it with one line for each mistake and code 1.
 */
export async function withDesk(name: string, work: (desk: Desk) => Promise<number>): Promise<number> {
  try {
    const settings = loadSettings();
    const database = await openDatabase(settings);
    const store = openStore({ url: database.url, connectionsMax: 4, applicationName: name });
    try {
      await migrateStore(store);
      return await work({ settings, store, vault: await openVault(store, settings.vaultKeys) });
    } finally {
      await store.close();
      await database.close();
    }
  } catch (error) {
    for (const line of problemLines(error)) sayProblem(line);
    return 1;
  }
}
