import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { endForHelp } from "./support/read-flags.ts";
import { printProblem } from "./support/say.ts";

// Every `tools/bench/<name>.ts` is a measurement: it exports `run`, which receives the flags after the name and returns the exit code.
const folder = path.resolve(import.meta.dirname, "..", "tools", "bench");
const names = readdirSync(folder).flatMap((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? []);
const usage = `Usage: npm run bench -- ${names.sort().join(" | ")} [flags]`;
const [name = "", ...flags] = process.argv.slice(2);
if (!names.includes(name)) endForHelp(usage);

if (names.includes(name)) {
  const bench: { run(flags: readonly string[]): Promise<number> } = await import(
    pathToFileURL(path.join(folder, `${name}.ts`)).href
  );
  process.exitCode = await bench.run(flags);
} else {
  printProblem(`There is no measurement "${name}". ${usage}.`);
  process.exitCode = 1;
}
