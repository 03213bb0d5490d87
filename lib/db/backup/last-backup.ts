import path from "node:path";
import { sql } from "drizzle-orm";
import { nameText } from "#lib/core/given-name.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { recordAudit } from "../audit/audit.ts";
import { databaseNow } from "../connection/database-clock.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { audit } from "../schema/audit.ts";
import { countRows } from "./manifest.ts";
import type { Backup } from "./write-backup.ts";

const act = "database.backed_up";
const actor = nameText("name_console").message;

/** Notes in the audit log that a backup is whole, so that every process knows how old the last one is. */
export async function recordBackup(
  { db, vault }: { db: Database; vault: Vault },
  { folder, manifest }: Pick<Backup, "folder"> & { manifest: Pick<Backup["manifest"], "takenAt" | "tables"> },
): Promise<void> {
  const detail = { takenAt: manifest.takenAt, tables: manifest.tables.length, rows: countRows(manifest) };
  await recordAudit(
    { db, vault },
    { at: await databaseNow(db), staffId: null, actor, act, target: path.basename(folder), detail },
  );
}

/** When the last backup of this database was whole; undefined: never, or before the audit log begins. */
export async function findLastBackup(db: Queryable): Promise<Date | undefined> {
  // What the console does is rare, so the index by actor and time finds it without reading many rows.
  const { rows } = await db.execute<{ ms: number }>(sql`
    select (extract(epoch from at) * 1000)::float8 as ms from ${audit}
    where actor = ${actor} and act = ${act} order by at desc limit 1`);
  return rows[0] ? new Date(rows[0].ms) : undefined;
}
