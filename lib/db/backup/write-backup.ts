import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { syncFolder } from "#lib/notifications/spool/spool-folder.ts";
import { withClient } from "../connection/with-client.ts";
import { readApplied } from "../migrate/schema-version.ts";
import { BackupError } from "./backup-error.ts";
import { copyOut, copySettings } from "./copy-rows.ts";
import { listPartitions, listTables, readSequences, type Table } from "./list-tables.ts";
import { type BackupTable, type Manifest, sealedName, tableFile, writeManifest } from "./manifest.ts";
import { createRowSum } from "./row-sum.ts";
import { type Sealer, writeSealed } from "./sealed-file.ts";

type BackupOptions = {
  url: string;
  /** Where the backup becomes a folder of its own. */
  to: string;
  sealer: Sealer;
  keyIds: readonly string[];
  program: string;
  /** Called between two tables, while the snapshot is held. */
  onTable?: (name: string) => Promise<void> | void;
};

export type Backup = { folder: string; manifest: Manifest };

export const unfinishedPrefix = "unfinished-";
export const finishedPrefix = "counterfoil-";

/**
 * Writes all tables as of one moment into a new folder below `to`, sealed, while others read and write. The folder gets its
 * name when all of it is on disk. Throws BackupError when there is nothing to back up or nowhere to write.
 */
export async function writeBackup(options: BackupOptions): Promise<Backup> {
  const unfinished = path.join(options.to, `${unfinishedPrefix}${randomBytes(6).toString("hex")}`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    const reason = cause instanceof Error && "code" in cause ? cause.code : cause;
    throw new BackupError(`--to ${options.to} cannot be written (${reason}); name a folder that this user may write.`);
  });
  const connection = { connectionString: options.url, application_name: "counterfoil backup" };
  try {
    const manifest = await withClient(connection, (client) => copyAll(client, unfinished, options));
    await writeManifest(unfinished, manifest, options.sealer);
    const folder = path.join(options.to, `${finishedPrefix}${manifest.takenAt.replace(/[:.]/g, "-")}`);
    await rename(unfinished, folder);
    await syncFolder(options.to);
    return { folder, manifest };
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw cause;
  }
}

async function copyAll(client: pg.Client, folder: string, options: BackupOptions): Promise<Manifest> {
  await client.query(copySettings);
  const tables = await listTables(client);
  await client.query("begin isolation level repeatable read read only");
  // Locked before the snapshot is taken, so that no table and no month that it shows is dropped before it is read.
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(", ");
  if (names) await client.query(`lock table ${names} in access share mode`);
  const migrations = await readApplied(client);
  if (migrations.length === 0) throw new BackupError("The database holds nothing yet; there is nothing to back up.");
  const { rows } = await client.query<{ takenAt: Date; postgres: string }>(
    `select now() as "takenAt", current_setting('server_version') as postgres`,
  );
  const [{ takenAt, postgres } = { takenAt: new Date(Number.NaN), postgres: "" }] = rows;
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    takenAt: takenAt.toISOString(),
    program: options.program,
    postgres,
    migrations,
    keyIds: [...options.keyIds],
    auditHead: await readAuditHead(client),
    tables: [],
    partitions: await listPartitions(client),
    sequences: await readSequences(client),
  };
  for (const table of tables) {
    manifest.tables.push(await copyTable(client, { table, folder, manifest, sealer: options.sealer }));
    await options.onTable?.(table.name);
  }
  await client.query("commit");
  return manifest;
}

type TableCopy = { table: Table; folder: string; manifest: Manifest; sealer: Sealer };

async function copyTable(client: pg.Client, { table, folder, manifest, sealer }: TableCopy): Promise<BackupTable> {
  const sum = createRowSum();
  const blocks = copyOut(client, copyStatement(client, table), sum.add);
  const target = { file: tableFile(folder, table), name: sealedName(manifest, table), sealer };
  const { bytes, sha256 } = await writeSealed(target, blocks);
  return { ...table, rows: sum.rows(), sum: sum.sum(), bytes, sha256 };
}

/** Rows and their sum as they are now, to be compared with those of a backup. */
export async function sumTable(client: pg.ClientBase, table: Table): Promise<Pick<BackupTable, "rows" | "sum">> {
  const sum = createRowSum();
  for await (const _ of copyOut(client, copyStatement(client, table), sum.add));
  return { rows: sum.rows(), sum: sum.sum() };
}

/** A query, since COPY from a table reads no partitioned one before PostgreSQL 18. */
function copyStatement(client: pg.ClientBase, { name, columns }: Table): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return `copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`;
}

async function readAuditHead(client: pg.ClientBase): Promise<Manifest["auditHead"]> {
  const { rows } = await client.query("select id::text as id, hash from audit order by audit.id desc limit 1");
  return rows[0] ? { id: Number(rows[0].id), hash: rows[0].hash } : null;
}
