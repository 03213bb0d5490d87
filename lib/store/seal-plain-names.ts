import { sql } from "drizzle-orm";
import type { Vault } from "../vault/vault.ts";
import type { Database } from "./open-store.ts";
import { keepName } from "./person-names.ts";

/** Every column that names people. */
const columns: readonly (readonly [table: string, column: string])[] = [
  ["staff", "email"],
  ["invitation", "email"],
  ["invitation", "created_by"],
  ["audit", "actor"],
  ["audit", "target"],
  ["environment", "updated_by"],
  ["merchant", "updated_by"],
  ["notify_endpoint", "created_by"],
  ["notify_certificate", "added_by"],
  ["forward_target", "updated_by"],
  ["mirror_run", "requested_by"],
  ["retention", "updated_by"],
  ["lookup_list", "created_by"],
  ["note", "author_email"],
];

/** Puts what stands for a person in place of the e-mail address, wherever an earlier version stored one. */
export async function sealPlainNames(db: Database, vault: Vault): Promise<void> {
  for (const [tableName, columnName] of columns) {
    const [table, column] = [sql.identifier(tableName), sql.identifier(columnName)];
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ name: string }>(
        sql`select distinct ${column} as name from ${table} where ${column} like '%@%'`,
      );
      for (const { name } of rows) {
        await tx.execute(sql`update ${table} set ${column} = ${await keepName(tx, vault, name)} where ${column} = ${name}`);
      }
    });
  }
}
