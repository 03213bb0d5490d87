import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase } from "pg";
import type { Store } from "#lib/db/connection/open-store.ts";
import { findSetting, insertSetting } from "#lib/db/settings/settings.ts";
import { writeDurably } from "#lib/notifications/spool/spool-folder.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";
import type { Settings } from "./settings/settings.ts";

const settingKey = "vault.hash_secret";
const place = { table: "setting", row: settingKey, column: "value" };

type VaultKey = { id: string; key: Uint8Array };

/** Saved encrypted in DATA_DIR, for a process that starts while the database is away. */
const keptPlace = { table: "file", row: "vault-secret", column: "value" };
const keptFile = (dataDir: string) => path.join(dataDir, "vault-secret");

/**
 * The vault of this installation. Its hash secret is created once, stored encrypted in the database, and verifies the keys:
 * throws VaultError naming VAULT_KEYS when it cannot be decrypted (docs/security.md, rule 22).
 */
export async function openVault(store: Store, keys: readonly VaultKey[], dataDir?: string): Promise<Vault> {
  const wrappers = keys.map(createLocalWrapper);
  const sealer = createVault({ wrappers, hashSecret: Buffer.alloc(0) });
  const fresh = sealer.seal(randomBytes(32), place).toString("base64");
  await insertSetting(store.db, settingKey, fresh);
  const stored = await findSetting(store.db, settingKey);
  const hashSecret = openHashSecret(sealer, stored);
  // Only needed to start while the database is away.
  if (dataDir !== undefined) await writeDurably(keptFile(dataDir), [sealer.seal(hashSecret, keptPlace)]).catch(() => {});
  return createVault({ wrappers, hashSecret });
}

/** The vault as last opened on this machine; undefined when it never was, or with other keys. */
export async function openKeptVault(keys: readonly VaultKey[], dataDir: string): Promise<Vault | undefined> {
  const wrappers = keys.map(createLocalWrapper);
  const sealer = createVault({ wrappers, hashSecret: Buffer.alloc(0) });
  try {
    const hashSecret = sealer.open(await readFile(keptFile(dataDir)), keptPlace);
    return createVault({ wrappers, hashSecret });
  } catch {
    return undefined;
  }
}

/** Whether this process can start while the database is away. */
export async function hasKeptVault({ vaultKeys, dataDir }: Pick<Settings, "vaultKeys" | "dataDir">): Promise<boolean> {
  return (await openKeptVault(vaultKeys, dataDir)) !== undefined;
}

/** Whether these keys open the database behind the connection; true for one that holds nothing yet. Changes nothing. */
export async function opensDatabase(client: ClientBase, keys: readonly VaultKey[]): Promise<boolean> {
  const { rows: tables } = await client.query("select to_regclass('setting') as name");
  if (tables[0]?.name === null) return true;
  const { rows } = await client.query("select value from setting where key = $1", [settingKey]);
  if (rows.length === 0) return true;
  const sealer = createVault({ wrappers: keys.map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
  try {
    openHashSecret(sealer, rows[0].value);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

function openHashSecret(sealer: Vault, stored: unknown): Buffer {
  try {
    return sealer.open(Buffer.from(String(stored), "base64"), place);
  } catch (cause) {
    throw new VaultError("VAULT_KEYS: these keys do not open this database. Put back the keys it was made with.", { cause });
  }
}
