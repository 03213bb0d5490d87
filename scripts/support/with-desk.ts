import { isAppError } from "#lib/core/errors.ts";
import { redactText } from "#lib/core/redact.ts";
import { openVault } from "#lib/runtime/open-vault.ts";
import { loadSettings, type Settings, SettingsError } from "#lib/runtime/settings.ts";
import { EmbeddedDatabaseError } from "#lib/store/embedded/embedded-error.ts";
import { migrateStore, openStore, type Store } from "#lib/store/open-store.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { DatabaseAwayError, openDatabase } from "./open-database.ts";
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
    for (const line of toLines(error)) sayProblem(line);
    return 1;
  }
}

function toLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.problems;
  const isPlain = error instanceof DatabaseAwayError || error instanceof EmbeddedDatabaseError || error instanceof VaultError;
  if (isPlain || isAppError(error)) return [error.message];
  return [`It stopped: ${rootMessage(error)}`];
}

/** A query's own message would repeat its parameters. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  return error.cause instanceof Error ? rootMessage(error.cause) : redactText(error.message);
}
