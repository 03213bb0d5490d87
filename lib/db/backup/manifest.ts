import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeDurably } from "#lib/notifications/spool/spool-folder.ts";
import { type SealContext, sealedKeyId } from "#lib/vault/vault.ts";
import { BackupError } from "./backup-error.ts";
import { hashFile, type Sealer } from "./sealed-file.ts";

const nameSchema = z.string().regex(/^[a-z0-9_]+$/);

const tableSchema = z.object({
  name: nameSchema,
  columns: z.array(nameSchema),
  rows: z.int().min(0),
  /** Over all rows in any order (`row-sum.ts`). */
  sum: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  program: z.string(),
  postgres: z.string(),
  /** The applied migrations, by which drizzle knows them. */
  migrations: z.array(z.int()).min(1),
  /** Ids of the keys that the process had; never the keys. */
  keyIds: z.array(z.string()),
  /** The newest row of the audit log. */
  auditHead: z.object({ id: z.int(), hash: z.string() }).nullable(),
  tables: z.array(tableSchema),
  /** Each after the one it is a part of. `key` when it has parts of its own. */
  partitions: z.array(z.object({ name: nameSchema, parent: nameSchema, bounds: z.string(), key: z.string().nullable() })),
  sequences: z.array(z.object({ name: nameSchema, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = Manifest["tables"][number];

export function countRows({ tables }: Pick<Manifest, "tables">): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

const manifestFile = "manifest.json";
const sealFile = "manifest.seal";

export function tableFile(folder: string, { name }: Pick<BackupTable, "name">): string {
  return path.join(folder, `${name}.copy.sealed`);
}

/** What the content of a table's file is bound to. */
export function sealedName({ id }: Pick<Manifest, "id">, { name }: Pick<BackupTable, "name">): string {
  return `${id} ${name}`;
}

/** Writes the manifest in plain text, and beside it a seal over it that only the keys make. */
export async function writeManifest(folder: string, manifest: Manifest, sealer: Sealer): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await writeDurably(path.join(folder, manifestFile), [text]);
  await writeDurably(path.join(folder, sealFile), [sealer.seal(digestOf(text), sealPlace)]);
}

/** Reads the manifest and compares every file with it. Throws BackupError naming what is missing, changed or not ours. */
export async function openManifest(folder: string, sealer: Sealer, keyIds: readonly string[]): Promise<Manifest> {
  const [text, seal] = await Promise.all([manifestFile, sealFile].map((name) => readFile(path.join(folder, name)))).catch(() => {
    throw new BackupError(`${folder} holds no finished backup: ${manifestFile} or ${sealFile} cannot be read.`);
  });
  if (!text || !seal) throw new BackupError(`${folder} holds no finished backup.`);
  verifySeal({ folder, text, seal }, sealer, keyIds);
  const parsed = manifestSchema.safeParse(JSON.parse(text.toString("utf8")));
  if (!parsed.success) throw new BackupError(`${folder} was written by another version of this program; use that version.`);
  for (const table of parsed.data.tables) {
    const sha256 = await hashFile(tableFile(folder, table)).catch(() => undefined);
    if (sha256 !== table.sha256) {
      const what = sha256 === undefined ? "is missing" : "is damaged";
      throw new BackupError(`${tableFile(folder, table)} ${what}; nothing was restored. Use another backup.`);
    }
  }
  return parsed.data;
}

type Files = { folder: string; text: Buffer; seal: Buffer };

function verifySeal({ folder, text, seal }: Files, sealer: Sealer, keyIds: readonly string[]): void {
  const keyId = readKeyId(seal);
  if (keyId !== undefined && !keyIds.includes(keyId)) {
    throw new BackupError(`VAULT_KEYS has no key "${keyId}", which ${folder} is sealed with; add it.`);
  }
  try {
    if (sealer.open(seal, sealPlace).equals(digestOf(text))) return;
  } catch (cause) {
    throw new BackupError(`VAULT_KEYS do not open ${folder}, or its ${sealFile} was changed; set the keys of that time.`, {
      cause,
    });
  }
  throw new BackupError(`${path.join(folder, manifestFile)} was changed since it was written; use another backup.`);
}

function readKeyId(seal: Buffer): string | undefined {
  try {
    return sealedKeyId(seal);
  } catch {
    return undefined;
  }
}

const sealPlace: SealContext = { table: "backup", row: "manifest", column: "sha256" };

function digestOf(text: Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}
