import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** The two key settings as text, in the format of the environment variables. */
export type KeyTexts = { sessionKeys: string; vaultKeys: string };

const textsSchema = z.object({ sessionKeys: z.string(), vaultKeys: z.string() });

/**
 * Creates DATA_DIR and, when `wanted`, reads its `keys.json` (mode 0600), which is created once. Two concurrent first
 * starts get the same keys. Never replaces unreadable keys: the values they encrypted would
 * be lost. Throws an error whose message continues after the setting's name.
 */
export function loadGeneratedKeys(dataDir: string, wanted: boolean): KeyTexts | undefined {
  prepareFolder(dataDir);
  if (!wanted) return undefined;
  const file = path.join(dataDir, "keys.json");
  const text = read(file) ?? make(file);
  try {
    return textsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(damagedKeys(dataDir));
  }
}

export function damagedKeys(dataDir: string): string {
  return `holds a damaged keys.json (${dataDir}); restore it from a backup, what it sealed opens with nothing else.`;
}

export function missingKeys(name: "SESSION_KEYS" | "VAULT_KEYS"): string {
  const form = name === "VAULT_KEYS" ? `"k1:"+c.randomBytes(32).toString("base64")` : `"k1:"+c.randomBytes(32).toString("hex")`;
  return `${name} is required because PUBLIC_ORIGIN is not localhost; make one with: node -p 'c=require("node:crypto"),${form}'`;
}

function prepareFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    if (!statSync(dataDir).isDirectory()) throw new Error("not a folder");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "not a folder";
    throw new Error(`cannot be written (${dataDir}: ${code}); give this user the right to it or name another folder.`);
  }
}

// One level at a time: Node's recursive mkdir never returns where a parent cannot contain folders (below /proc, for example).
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    // When root starts PostgreSQL as another user, that user needs access through this folder; the files inside are 0600.
    mkdirSync(folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`holds a keys.json that this user cannot read (${file}); start as the user who owns it.`);
  }
}

function make(file: string): string {
  const texts: KeyTexts = {
    sessionKeys: `k1:${randomBytes(32).toString("hex")}`,
    vaultKeys: `k1:${randomBytes(32).toString("base64")}`,
  };
  const half = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(half, `${JSON.stringify(texts, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(half, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(half, { force: true });
  }
  return readFileSync(file, "utf8");
}
