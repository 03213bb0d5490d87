import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { commandNames, productionCommands } from "../bootstrap.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  imports: z.record(z.string(), z.string()),
});
const { dependencies, devDependencies, imports } = packageSchema.parse(
  JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")),
);
const pages = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

/** Run-time imports of a file, without type imports. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const isUsed = (entries: readonly { isType: boolean }[]) => entries.length === 0 || entries.some(({ isType }) => !isType);
  return [
    ...staticImports.filter(({ entries }) => isUsed(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(["'])(.+)\1$/.exec(source.slice(start, end))?.[2];
      return literal ? [literal] : [];
    }),
  ];
}

/** The file of this repository that an import resolves to; undefined for a package. */
function fileOf(imported: string, importer: string): string | undefined {
  if (imported.startsWith(".")) return path.resolve(path.dirname(importer), imported);
  const alias = Object.keys(imports).find((pattern) => imported.startsWith(pattern.replace("*", "")));
  return alias && path.join(root, (imports[alias] ?? "").replace("*", imported.slice(alias.length - 1)));
}

/** Every package that these files can load at run time, with the first file that imports it. */
function packagesOf(entries: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  const files = new Set(entries.map((entry) => path.join(root, entry)));
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`${path.relative(root, file)} is imported and does not exist.`);
    if (!/\.(m?js|tsx?)$/.test(file)) continue;
    for (const imported of importsOf(file)) {
      const inner = fileOf(imported, file);
      const name = /^(@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? "";
      if (inner) files.add(inner);
      else if (!imported.startsWith("node:") && !builtinModules.includes(imported) && !packages.has(name))
        packages.set(name, path.relative(root, file));
    }
  }
  return packages;
}

const notDependencies = (packages: ReadonlyMap<string, string>) =>
  [...packages].filter(([name]) => !(name in dependencies)).map(([name, file]) => `${name} in ${file}`);

describe("what runs in production", () => {
  it.each(productionCommands)("npm run %s imports no package that only tests and tools use", (command) => {
    expect(commandNames()).toContain(command);
    expect(notDependencies(packagesOf([`scripts/${command}.ts`]))).toEqual([]);
  });

  it("the pages and their build import none either", () => {
    const found = packagesOf([...pages, "next.config.mjs", "postcss.config.mjs", "lib/server/intl-request.ts"]);
    expect([...found.keys()]).toEqual(expect.arrayContaining(["next", "pg", "react", "zod"]));
    expect(notDependencies(found)).toEqual([]);
  });

  it("would be noticed in a command that has tools", () => {
    const found = [...packagesOf(["scripts/gallery.ts"]).keys()].filter((name) => name in devDependencies);
    expect(found).toContain("@playwright/test");
  });
});
