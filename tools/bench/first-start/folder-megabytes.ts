import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** What a folder takes on the disk, as `du -sm` counts it. */
export async function folderMegabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  let blocks = 0;
  for (const entry of entries) blocks += (await lstat(path.join(folder, entry))).blocks;
  return Math.ceil((blocks * 512) / 2 ** 20);
}
