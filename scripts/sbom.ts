import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readFlags } from "./support/read-flags.ts";
import { runTool } from "./support/run-tool.ts";
import { printProblem, say } from "./support/say.ts";

const inventorySchema = z.looseObject({ bomFormat: z.literal("CycloneDX"), components: z.array(z.unknown()).min(1) });

readFlags({});
const { code, output } = await runTool("npm", ["sbom", "--sbom-format=cyclonedx", "--loglevel=error"], { quiet: true });
if (code === 0) {
  const inventory = inventorySchema.parse(JSON.parse(output));
  const folder = path.resolve(process.env.DATA_DIR || ".data");
  const file = path.join(folder, "sbom.json");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(inventory, null, 2)}\n`);
  say(`${inventory.components.length} packages are listed in ${file} (CycloneDX).`);
} else {
  printProblem(output.trim());
  process.exitCode = 1;
}
