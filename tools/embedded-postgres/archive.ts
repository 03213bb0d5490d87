import { chown, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { canEnter, type DatabaseUser } from "./database-user.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

/** A folder outside the cluster: `wal` has every finished file of the write-ahead log, `base-…` copies of the cluster. */
export type Archive = { folder: string; wal: string };

/** So that at most a minute is lost with the disk. */
const archiveTimeoutSeconds = 60;

export const basePrefix = "base-";

export function archiveIn(folder: string): Archive {
  return { folder, wal: path.join(folder, "wal") };
}

/** Makes the folder, which the database's user writes to. */
export async function prepareArchive(folder: string, user: DatabaseUser): Promise<Archive> {
  const archive = archiveIn(folder);
  try {
    await mkdir(archive.wal, { recursive: true, mode: user ? 0o711 : 0o700 });
    const names = user ? ["", ...(await readdir(archive.wal))] : [];
    if (user) for (const name of names) await chown(path.join(archive.wal, name), user.uid, user.gid);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? cause.code : cause;
    throw new EmbeddedDatabaseError(`WAL_ARCHIVE_DIR cannot be written (${folder}: ${reason}); name another folder.`, { cause });
  }
  if (!canEnter(archive.wal, user)) {
    throw new EmbeddedDatabaseError(
      `WAL_ARCHIVE_DIR: the database's user cannot enter ${folder}; name a folder that it can enter, below /var/lib for example.`,
    );
  }
  return archive;
}

/** PostgreSQL's own module: a file gets its name when it is on disk, and an existing one is never replaced by another. */
export function archiveSettings({ wal }: Archive): Record<string, string> {
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": wal,
    archive_timeout: `${archiveTimeoutSeconds}s`,
  };
}

/** Removes what no copy of the cluster needs that begins at `firstNeeded` or later. */
export async function removeOldWal({ wal }: Archive, firstNeeded: string): Promise<void> {
  // The first eight characters are the timeline, which a restore raises.
  const positionOf = (name: string) => name.slice(8, 24);
  for (const name of await readdir(wal)) {
    if (/^[0-9A-F]{24}/.test(name) && positionOf(name) < positionOf(firstNeeded)) await rm(path.join(wal, name), { force: true });
  }
}
