import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const isTest = /\.test\.tsx?$|\/testing\//;
const files = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: root }).filter((file) => !isTest.test(file));

/** `lib/db`, `components` or `app`: the folder in the table that contains a file. */
const folderOf = (file: string) => file.split("/", file.startsWith("lib/") ? 2 : 1).join("/");
const importsOf = (file: string) => [...read(file).matchAll(/(?:from|import\(|import) ?"([^"]+)"/g)].map(([, name = ""]) => name);

/** The imports that docs/architecture.md allows for each folder; a bare name is a folder in lib. */
function describedImports(): Map<string, string[]> {
  const lines = read("docs/architecture.md").matchAll(/^\| `((?:lib\/[\w-]+)|app|components)` \| ([^|]+) \|/gm);
  const toFolder = (name: string) => (name === "components" ? name : `lib/${name}`);
  const names = (cell: string) =>
    [...cell.replaceAll(/\b(?:types of|and|nothing)\b/g, "").matchAll(/[\w-]+/g)].map(([name]) => name);
  return new Map([...lines].map(([, folder = "", cell = ""]) => [folder, names(cell).map(toFolder).sort()]));
}

function actualImports(folders: readonly string[]): Map<string, string[]> {
  const found = new Map(folders.map((folder) => [folder, new Set<string>()]));
  for (const file of files) {
    for (const name of importsOf(file).filter((name) => /^[#.]/.test(name))) {
      const target = folderOf(name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name));
      if (found.has(target) && target !== folderOf(file)) found.get(folderOf(file))?.add(target);
    }
  }
  return new Map([...found].map(([folder, targets]) => [folder, [...targets].sort()]));
}

/** Packages and folders that these files must not import. */
const withoutPackages: readonly [files: RegExp, packages: RegExp][] = [
  [/^lib\/core\//, /^(?:node:(?:fs|net|http|https|child_process)|pg|drizzle-orm|pino)\b/],
  [/^lib\/(?!server\/|app\/|http\/)/, /^(?:next|react|react-dom|server-only)(?:\/|$)/],
  [/^components\//, /^(?:server-only|next\/headers)$/],
  [/^(?!lib\/app\/telemetry\/)/, /^@opentelemetry\//],
  [/^app\/.*route\.ts$/, /^(?:zod|react)$|^#(?:components|lib\/queries)\//],
];

test("docs/architecture.md says which folder imports which", () => {
  const described = describedImports();
  const folders = ["app", "components", ...globSync("lib/*", { cwd: root })];
  expect([...described.keys()].sort()).toEqual(folders.sort());
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(actualImports(folders)));
});

test("no file imports a package that its folder does without", () => {
  const forbidden = files.flatMap((file) =>
    withoutPackages
      .filter(([from]) => from.test(file))
      .flatMap(([, packages]) => importsOf(file).filter((name) => packages.test(name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(forbidden).toEqual([]);
});

test("imports from another folder begin with #, those within one with a dot", () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => /^\.\.?\/.*\.tsx?$/.test(name))
      .filter((name) => folderOf(path.join(path.dirname(file), name)) !== folderOf(file))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
