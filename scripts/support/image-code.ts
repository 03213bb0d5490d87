import { readFile } from "node:fs/promises";
import path from "node:path";

export type Code = {
  /** Files of this repository, as paths from its root. */
  files: ReadonlySet<string>;
  /** Names of packages that they import. */
  packages: ReadonlySet<string>;
};

const typeImport = /^(?:import|export) type\b[^;]*;/gm;
const anyImport = /\b(?:from|import\(|import) ?"([^"]+)"/g;

/** The code that runs when one of `entries` does. Types need no file at run time. */
export async function followImports(root: string, entries: readonly string[]): Promise<Code> {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    const source = (await readFile(path.join(root, file), "utf8")).replaceAll(typeImport, "");
    for (const [, name = ""] of source.matchAll(anyImport)) {
      if (name.startsWith("#")) files.add(name.slice(1));
      else if (name.startsWith(".")) files.add(path.join(path.dirname(file), name));
      else if (!name.startsWith("node:")) packages.add(packageOf(name));
    }
  }
  return { files, packages };
}

const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
