import { lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";

const abandonedAfterMs = 10 * 60_000;

/** Removes the incomplete `prefix…` folders of interrupted processes, if nothing in them changed for ten minutes. */
export async function removeUnfinished(folder: string, prefix: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const place = path.join(folder, name);
    if (await isAbandoned(place, nowMs)) await rm(place, { recursive: true, force: true });
  }
}

/** Its own time is not enough: while one large file is written, only that of the file changes. */
async function isAbandoned(place: string, nowMs: number): Promise<boolean> {
  const names = await readdir(place, { recursive: true }).catch(() => []);
  for (const name of ["", ...names]) {
    const found = await lstat(path.join(place, name)).catch(() => undefined);
    if (found && nowMs - found.ctimeMs <= abandonedAfterMs) return false;
  }
  return true;
}
