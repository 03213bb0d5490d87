import type { Database } from "#lib/db/connection/open-store.ts";
import { lockSealedWithOtherKey, putSealed, type SealedColumn, sealedColumns } from "#lib/db/connection/sealed-values.ts";
import { lockSettings, putSetting } from "#lib/db/settings/settings.ts";
import { isSealed, sealPrefix, type Vault } from "#lib/vault/vault.ts";

export type Rewrapped = { table: string; column: string; values: number };

const rowsAtOnce = 200;

/**
 * Encrypts every value under an older key again with the vault's newest key (docs/security.md, rule 25). Each batch is its own
 * transaction, so an interrupted run resumes where it ended. Throws VaultError at the first value that cannot be decrypted;
 * earlier batches stay.
 */
export async function rewrapAll(db: Database, vault: Vault): Promise<Rewrapped[]> {
  const done: Rewrapped[] = [{ table: "setting", column: "value", values: await rewrapSettings(db, vault) }];
  for (const place of sealedColumns) {
    done.push({ table: place.table, column: place.column, values: await rewrapColumn(db, vault, place) });
  }
  return done;
}

async function rewrapColumn(db: Database, vault: Vault, place: SealedColumn): Promise<number> {
  const prefix = sealPrefix(vault.keyId);
  let values = 0;
  for (let after: readonly string[] | undefined; ; ) {
    const batch = await db.transaction(async (tx) => {
      const old = await lockSealedWithOtherKey(tx, place, { prefix, after, limit: rowsAtOnce });
      await putSealed(
        tx,
        place,
        old.map((item) => ({ ...item, value: reseal(vault, item.value, { ...place, row: item.row }) })),
      );
      return old;
    });
    values += batch.length;
    after = batch.at(-1)?.key;
    if (batch.length < rowsAtOnce) return values;
  }
}

/** Settings contain encrypted values as base64 among plain ones. */
async function rewrapSettings(db: Database, vault: Vault): Promise<number> {
  const prefix = sealPrefix(vault.keyId);
  return db.transaction(async (tx) => {
    let values = 0;
    for (const { key, value } of await lockSettings(tx)) {
      const sealed = Buffer.from(typeof value === "string" ? value : "", "base64");
      if (!isSealed(sealed) || sealed.subarray(0, prefix.length).equals(prefix)) continue;
      const fresh = reseal(vault, sealed, { table: "setting", row: key, column: "value" });
      await putSetting(tx, key, fresh.toString("base64"));
      values += 1;
    }
    return values;
  });
}

function reseal(vault: Vault, value: Buffer, { table, row, column }: { table: string; row: string; column: string }): Buffer {
  const place = { table, row, column };
  return vault.seal(vault.open(value, place), place);
}
