import { randomBytes } from "node:crypto";
import type { Store } from "../store/open-store.ts";
import { findSetting, insertSetting } from "../store/settings.ts";
import { VaultError } from "../vault/aead.ts";
import { createLocalWrapper } from "../vault/key-wrapper.ts";
import { createVault, type Vault } from "../vault/vault.ts";

const settingKey = "vault.hash_secret";
const place = { table: "setting", row: settingKey, column: "value" };

type VaultKey = { id: string; key: Uint8Array };

/**
 * The vault of this installation. Its hash secret is made once, sealed in the store, and serves as the canary:
 * throws VaultError naming VAULT_KEYS when it does not open (identity-rules.md 11).
 */
export async function openVault(store: Store, keys: readonly VaultKey[]): Promise<Vault> {
  const wrappers = keys.map(createLocalWrapper);
  const sealer = createVault({ wrappers, hashSecret: Buffer.alloc(0) });
  const fresh = sealer.seal(randomBytes(32), place).toString("base64");
  await insertSetting(store.db, settingKey, fresh);
  const stored = await findSetting(store.db, settingKey);
  return createVault({ wrappers, hashSecret: openHashSecret(sealer, stored) });
}

function openHashSecret(sealer: Vault, stored: unknown): Buffer {
  try {
    return sealer.open(Buffer.from(String(stored), "base64"), place);
  } catch (cause) {
    throw new VaultError("VAULT_KEYS: these keys do not open this database. Put back the keys it was made with.", { cause });
  }
}
