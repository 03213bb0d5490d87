import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BackupError } from "#lib/db/backup/backup-error.ts";

type KeysCopy = { dataDir: string; file: string };

const keysFile = (dataDir: string) => path.join(dataDir, "keys.json");

/** Copies generated keys to a file outside DATA_DIR. Throws BackupError rather than replace other content. */
export function writeKeysTo({ dataDir, file }: KeysCopy): void {
  if (isBelow(file, dataDir)) {
    throw new BackupError(`--keys-to ${file} lies in DATA_DIR and would be lost with it; name a file elsewhere.`);
  }
  copyOnce(keysFile(dataDir), file, `--keys-to ${file} holds something else already; name another file.`);
}

/** Puts the keys of a backup into a DATA_DIR without keys. Throws BackupError rather than replace other ones. */
export function readKeysFrom({ dataDir, file }: KeysCopy): void {
  if (!existsSync(file)) throw new BackupError(`--keys-from ${file} does not exist.`);
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const target = keysFile(dataDir);
  copyOnce(file, target, `${target} holds other keys already; move it away, or set another DATA_DIR.`);
}

export function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(path.resolve(folder), path.resolve(file));
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

/** Readable by its owner only; either whole or not there. */
function copyOnce(from: string, to: string, problem: string): void {
  const content = readFileSync(from);
  const half = `${to}.new`;
  try {
    rmSync(half, { force: true });
    writeFileSync(half, content, { mode: 0o600, flag: "wx", flush: true });
    linkSync(half, to);
  } catch (cause) {
    if (!existsSync(to)) throw new BackupError(`${to} cannot be written; name a file that this user may write.`, { cause });
    if (!readFileSync(to).equals(content)) throw new BackupError(problem);
    chmodSync(to, 0o600);
  } finally {
    rmSync(half, { force: true });
  }
}
