import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const namesSchema = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({ dependencies: namesSchema, optionalDependencies: namesSchema });
const notAtRunTime = /\.(?:map|md|markdown|flow|d\.[cm]?ts|dev\.js)$/i;
/** Next.js has its compilers, its development server and a second copy of itself in one package. */
const compilers =
  /^node_modules\/(?:@next\/swc-|next\/dist\/(?:esm|docs|bundle-analyzer|compiled\/(?:babel|babel-packages|terser|next-devtools|cssnano-simple|@vercel\/nft|webpack\/bundle5))\b)/;

/** The files of these packages and of all that they depend on, as paths from `root`. What is not installed is left out. */
export async function listPackageFiles(root: string, names: Iterable<string>): Promise<string[]> {
  const folders = new Set([...names].flatMap((name) => find(root, root, name)));
  for (const folder of folders) {
    const { dependencies, optionalDependencies } = manifestSchema.parse(
      JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      for (const found of find(root, folder, name)) folders.add(found);
    }
  }
  const files = await Promise.all([...folders].map(listFolder));
  return files
    .flat()
    .map((file) => path.relative(root, file))
    .filter((file) => !compilers.test(file));
}

/** As Node.js looks for a package: in the folder itself and in those above it. */
function find(root: string, from: string, name: string): string[] {
  const folder = path.join(from, "node_modules", name);
  if (existsSync(path.join(folder, "package.json"))) return [folder];
  return from === root ? [] : find(root, path.dirname(from), name);
}

/** Packages inside it are found by themselves. */
async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory() && entry.name !== "node_modules");
  const files = entries.filter((entry) => entry.isFile() && !notAtRunTime.test(entry.name));
  const below = await Promise.all(inner.map(({ name }) => listFolder(path.join(folder, name))));
  return [...files.map(({ name }) => path.join(folder, name)), ...below.flat()];
}
