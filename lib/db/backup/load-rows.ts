import type pg from "pg";
import { BackupError } from "./backup-error.ts";
import { copyIn } from "./copy-rows.ts";
import { listTables, type Table } from "./list-tables.ts";
import { type BackupTable, type Manifest, sealedName, tableFile } from "./manifest.ts";
import { readSealed, type Sealer } from "./sealed-file.ts";

type Load = {
  manifest: Manifest;
  folder: string;
  sealer: Sealer;
  /** Called once nobody else can write. */
  requireEmpty(): Promise<void>;
  log?: ((message: string) => void) | undefined;
};

/** Loads all rows and sequences in the caller's transaction, into tables of the same schema that are empty. */
export async function loadRows(
  client: pg.Client,
  { manifest, folder, sealer, requireEmpty, log = () => {} }: Load,
): Promise<void> {
  const tables = await listTables(client);
  requireSame(tables, manifest.tables);
  for (const partition of manifest.partitions) await ensurePartition(client, partition);
  // What triggers make of rows is in the backup as well. This locks out writers, too.
  for (const { name } of tables) await client.query(`alter table ${client.escapeIdentifier(name)} disable trigger user`);
  await requireEmpty();
  for (const { name } of tables) {
    const table = manifest.tables.find((candidate) => candidate.name === name);
    if (table) await loadTable(client, { table, manifest, folder, sealer });
    if (table && table.rows > 0) log(`  ${name}: ${table.rows} rows`);
  }
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query("select setval($1::regclass, $2::bigint, $3)", [client.escapeIdentifier(name), lastValue, isCalled]);
  }
  for (const { name } of tables) await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`);
}

type TableLoad = Pick<Load, "manifest" | "folder" | "sealer"> & { table: BackupTable };

async function loadTable(client: pg.Client, { table, manifest, folder, sealer }: TableLoad): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const blocks = readSealed({ file: tableFile(folder, table), name: sealedName(manifest, table), sealer });
  const rows = await copyIn(client, `copy ${client.escapeIdentifier(table.name)} (${columns}) from stdin`, blocks);
  if (rows !== table.rows) {
    throw new BackupError(`${table.name} came with ${rows} rows instead of ${table.rows}; nothing was restored.`);
  }
}

/** The same migrations make the same tables, unless somebody changed the schema by hand. */
function requireSame(tables: readonly Table[], wanted: readonly Table[]): void {
  const describe = (some: readonly Table[]) => some.map(({ name, columns }) => `${name} (${columns.join(", ")})`).sort();
  const [ours, theirs] = [describe(tables), describe(wanted)];
  const different = [...ours.filter((text) => !theirs.includes(text)), ...theirs.filter((text) => !ours.includes(text))];
  if (different.length === 0) return;
  throw new BackupError(
    `The backup has other tables or columns than its migrations make: ${different[0]}; nothing was restored.`,
  );
}

/** Partitions are made while the program runs, so migrations do not make them all. */
async function ensurePartition(client: pg.Client, { name, parent, bounds, key }: Manifest["partitions"][number]): Promise<void> {
  const { rows } = await client.query("select to_regclass($1) as found", [client.escapeIdentifier(name)]);
  if (rows[0]?.found) return;
  const [part, whole] = [client.escapeIdentifier(name), client.escapeIdentifier(parent)];
  await client.query(`create table ${part} partition of ${whole} ${bounds}${key ? ` partition by ${key}` : ""}`);
}
