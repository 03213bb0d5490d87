import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Connection data of this installation's cluster. Stored inside the cluster, so that the two always belong together. */
export type Access = { password: string; port: number };

export const roleName = "desk";
export const databaseName = "counterfoil";
const accessSchema = z.object({ password: z.string().min(1), port: z.int().min(1).max(65_535) });

/** Undefined when the file is missing or damaged. */
export async function readAccess(cluster: string): Promise<Access | undefined> {
  const text = await readFile(fileIn(cluster), "utf8").catch(() => "");
  const parsed = accessSchema.safeParse(fromJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Written atomically, readable by its owner only. */
export async function writeAccess(cluster: string, access: Access): Promise<void> {
  const half = `${fileIn(cluster)}.${randomBytes(4).toString("hex")}`;
  await writeFile(half, JSON.stringify(access), { mode: 0o600 });
  await rename(half, fileIn(cluster));
}

export function urlFor({ password, port }: Access, database: string = databaseName): string {
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${database}`;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fileIn(cluster: string): string {
  return path.join(cluster, "desk-access.json");
}
