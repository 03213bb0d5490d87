import type { Database } from "#lib/db/connection/open-store.ts";
import { lockSealedWithOtherKey, putSealed, type SealedColumn, sealedColumns } from "#lib/db/connection/sealed-values.ts";
import { lockSettings, putSetting } from "#lib/db/settings/settings.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { isSealed, type SealContext, sealPrefix, type Vault } from "#lib/vault/vault.ts";

export type Rewrapped = { table: string; column: string; values: number };

type Ports = {
  db: Database;
  vault: Vault;
  /** Called for each value that no key opens. It stays as it is. */
  onUnopened(place: SealContext): void;
};

const rowsAtOnce = 200;

/**
 * Encrypts every value under an older key again with the vault's newest key (docs/security.md, rule 25). Each batch is its own
 * transaction, so an interrupted run resumes where it ended.
 */
export async function rewrapAll(ports: Ports): Promise<Rewrapped[]> {
  const done: Rewrapped[] = [{ table: "setting", column: "value", values: await rewrapSettings(ports) }];
  for (const place of sealedColumns) {
    done.push({ table: place.table, column: place.column, values: await rewrapColumn(ports, place) });
  }
  return done;
}

async function rewrapColumn(ports: Ports, place: SealedColumn): Promise<number> {
  const prefix = sealPrefix(ports.vault.keyId);
  let values = 0;
  for (let after: readonly string[] | undefined; ; ) {
    const { old, fresh } = await ports.db.transaction(async (tx) => {
      const old = await lockSealedWithOtherKey(tx, place, { prefix, after, limit: rowsAtOnce });
      const fresh = old.flatMap((item) => {
        const value = reseal(ports, item.value, { ...place, row: item.row });
        return value === undefined ? [] : [{ ...item, value }];
      });
      await putSealed(tx, place, fresh);
      return { old, fresh };
    });
    values += fresh.length;
    after = old.at(-1)?.key;
    if (old.length < rowsAtOnce) return values;
  }
}

/** Settings contain encrypted values as base64 among plain ones. */
async function rewrapSettings(ports: Ports): Promise<number> {
  const prefix = sealPrefix(ports.vault.keyId);
  return ports.db.transaction(async (tx) => {
    let values = 0;
    for (const { key, value } of await lockSettings(tx)) {
      const sealed = Buffer.from(typeof value === "string" ? value : "", "base64");
      if (!isSealed(sealed) || sealed.subarray(0, prefix.length).equals(prefix)) continue;
      const fresh = reseal(ports, sealed, { table: "setting", row: key, column: "value" });
      if (fresh === undefined) continue;
      await putSetting(tx, key, fresh.toString("base64"));
      values += 1;
    }
    return values;
  });
}

function reseal({ vault, onUnopened }: Ports, value: Buffer, { table, row, column }: SealContext): Buffer | undefined {
  const place = { table, row, column };
  try {
    return vault.seal(vault.open(value, place), place);
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause;
    onUnopened(place);
    return undefined;
  }
}
