import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder of this run, for everything that it starts. */
export async function makeTempFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), `counterfoil-${name}-`));
  // When started as root, the database's user must be able to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** A folder that later runs reuse. */
export async function makeKeptFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const kept = await realpath(folder);
  await chmod(kept, 0o711);
  return kept;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
