import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const modules = fileURLToPath(new URL("../../node_modules/@heroui/", import.meta.url));
const folders = globSync("*", { cwd: `${modules}react/dist/components` });
const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));
const normalizeName = (name: string) => name.replaceAll("-", "").toLowerCase();

/** The components that a file imports from the library. */
function importedComponents(source: string): string[] {
  return [...source.matchAll(/import \{([^}]*)\} from "@heroui\/react"/g)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => normalizeName(name.trim().split(" ")[0] ?? ""))
      .filter((name) => name !== ""),
  );
}

/** A component and the components it is built from. */
function withParts(folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known;
  known.add(folder);
  for (const source of read(`${modules}react/dist/components/${folder}/*.js`))
    for (const [, part = ""] of source.matchAll(/from '\.\.\/([a-z-]+)\//g)) if (folders.includes(part)) withParts(part, known);
  return known;
}

test("the styles of every library component in use are imported", () => {
  const styled = globSync("*.css", { cwd: `${modules}styles/dist/components` }).map((file) => file.replace(".css", ""));
  const imported = readFileSync(new URL("library.css", import.meta.url), "utf8");
  const names = new Set(read("{app,components}/**/*.tsx").flatMap(importedComponents));
  const used = folders.filter((folder) => names.has(normalizeName(folder)));
  expect(used.length).toBeGreaterThan(20);
  const needed = new Set(used.flatMap((folder) => [...withParts(folder)]));
  const missing = styled.filter((name) => needed.has(name) && !imported.includes(`components/${name}.css"`));
  expect(missing).toEqual([]);
});
