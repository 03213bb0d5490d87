import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** Disk usage of a folder, as counted by `du -sm`. */
export async function folderMegabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  let blocks = 0;
  for (const entry of entries) blocks += (await lstat(path.join(folder, entry))).blocks;
  return Math.ceil((blocks * 512) / 2 ** 20);
}
