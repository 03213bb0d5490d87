import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

const abandonedAfterMs = 10 * 60_000;

/** Removes the incomplete `prefix…` folders of interrupted starts, if unchanged for ten minutes. */
export async function removeUnfinished(folder: string, prefix: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && nowMs - found.ctimeMs > abandonedAfterMs) await rm(file, { recursive: true, force: true });
  }
}
