import path from "node:path";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { writeInventory } from "./support/write-inventory.ts";

readFlags({});
const file = path.resolve(process.env.DATA_DIR || ".data", "sbom.json");
try {
  say(`${await writeInventory(file)} packages are listed in ${file} (CycloneDX).`);
} catch (error) {
  printProblem(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
