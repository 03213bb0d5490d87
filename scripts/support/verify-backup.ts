import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copySettings } from "#lib/db/backup/copy-rows.ts";
import { type RestoreOptions, restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { sumTable } from "#lib/db/backup/write-backup.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";

type VerifyOptions = Pick<RestoreOptions, "folder" | "sealer" | "keyIds">;

/** Restores a backup into an embedded PostgreSQL in a temporary folder; one line for each table with other rows. */
export async function verifyBackup(backup: VerifyOptions): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-verify-"));
  // The database's user must be able to enter it, or the database would be in /var/lib.
  await chmod(dataDir, 0o711);
  try {
    const database = await openEmbeddedDatabase({ dataDir, durable: false });
    try {
      return await compare(database.url, backup);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(url: string, backup: VerifyOptions): Promise<string[]> {
  const { tables } = await restoreBackup({ ...backup, url, isToServe: false });
  const differences: string[] = [];
  await withClient({ connectionString: url }, async (client) => {
    await client.query(copySettings);
    for (const table of tables) {
      const { rows, sum } = await sumTable(client, table);
      if (rows !== table.rows) differences.push(`${table.name} has ${rows} rows instead of ${table.rows}`);
      else if (sum !== table.sum) differences.push(`${table.name} has other values`);
    }
  });
  return differences;
}
