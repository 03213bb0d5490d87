import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A build empties its output folder except for `cache`. */
const places = (output: string) => ({
  built: path.join(output, "static"),
  kept: path.join(output, "cache", "counterfoil-static"),
  list: path.join(output, "cache", "counterfoil-static.json"),
});

/** Before a build: sets aside the files that the finished build before made itself, without those it had kept. */
export async function setStaticAside(output: string): Promise<void> {
  const { built, kept, list } = places(output);
  const names: string[] = JSON.parse(await readFile(list, "utf8").catch(() => "[]"));
  await rm(kept, { recursive: true, force: true });
  for (const name of names) await cp(path.join(built, name), path.join(kept, name)).catch(() => {});
}

/**
 * After a build: adds the files of the build before, which pages that are still open load later. Their names change with their
 * content, so nothing of this build is replaced.
 */
export async function addStaticOfBefore(output: string): Promise<void> {
  const { built, kept, list } = places(output);
  await writeFile(list, JSON.stringify(await listFiles(built)));
  await cp(kept, built, { recursive: true, force: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
