import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** `lib/store`, `components` or `app`: the folder of the table that a file belongs to. */
const folderOf = (file: string) => file.split("/", file.startsWith("lib/") ? 2 : 1).join("/");

/** What docs/architecture.md says that each folder imports; a bare name stands for a folder in lib. */
function describedImports(): Map<string, string[]> {
  const lines = read("docs/architecture.md").matchAll(/^\| `((?:lib\/\w+)|app|components)` \| ([^|]+) \|/gm);
  const toFolder = (name: string) => (name === "components" ? name : `lib/${name}`);
  const names = (cell: string) =>
    [...cell.replaceAll(/\b(?:types of|and|nothing)\b/g, "").matchAll(/\w+/g)].map(([name]) => name);
  return new Map([...lines].map(([, folder = "", cell = ""]) => [folder, names(cell).map(toFolder).sort()]));
}

function actualImports(folders: readonly string[]): Map<string, string[]> {
  const found = new Map(folders.map((folder) => [folder, new Set<string>()]));
  const isTest = /\.test\.tsx?$|\/testing\//;
  for (const file of globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: root }).filter((name) => !isTest.test(name))) {
    for (const [, name = ""] of read(file).matchAll(/(?:from|import\(|import) ?"([#.][^"]+)"/g)) {
      const target = folderOf(name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name));
      if (found.has(target) && target !== folderOf(file)) found.get(folderOf(file))?.add(target);
    }
  }
  return new Map([...found].map(([folder, targets]) => [folder, [...targets].sort()]));
}

test("docs/architecture.md says which folder imports which", () => {
  const described = describedImports();
  const folders = ["app", "components", ...globSync("lib/*", { cwd: root })];
  expect([...described.keys()].sort()).toEqual(folders.sort());
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(actualImports(folders)));
});
