import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { BuildError, ensureBuilt } from "./support/build-app.ts";
import { copyImageFiles } from "./support/image-files.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { writeInventory } from "./support/write-inventory.ts";

const { to } = readFlags({ to: { type: "string" } });

async function main(): Promise<number> {
  if (!to) {
    printProblem("Usage: npm run image -- --to FOLDER");
    return 1;
  }
  const folder = path.resolve(to);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    printProblem(`${folder} is not empty; name another folder.`);
    return 1;
  }
  try {
    await ensureBuilt();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    printProblem(error.message);
    return 1;
  }
  await copyImageFiles(process.cwd(), folder);
  const count = await writeInventory(path.join(folder, "sbom.json"), { isProduction: true });
  say(`${folder} has all that runs in production; its sbom.json lists ${count} packages.`);
  return 0;
}

process.exitCode = await main();
