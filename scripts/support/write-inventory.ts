import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { runTool } from "./run-tool.ts";

const componentSchema = z.looseObject({ "bom-ref": z.string(), name: z.string(), scope: z.string().optional() });
const inventorySchema = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(componentSchema).min(1),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
type Inventory = z.output<typeof inventorySchema>;

/**
 * Writes the list of packages (CycloneDX) and returns how many there are; those of production only, if wished.
 * Throws with npm's words.
 */
export async function writeInventory(file: string, { isProduction = false } = {}): Promise<number> {
  // From what is installed npm makes no list unless the packages for development are there, too.
  const production = isProduction ? ["--package-lock-only", "--omit=dev"] : [];
  const flags = ["sbom", "--sbom-format=cyclonedx", "--loglevel=error", ...production];
  const { code, output } = await runTool("npm", flags, { quiet: true });
  if (code !== 0) throw new Error(output.trim());
  const whole = inventorySchema.parse(JSON.parse(output));
  const inventory = isProduction ? withoutOtherPlatforms(whole) : whole;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(inventory, null, 2)}\n`);
  return inventory.components.length;
}

/** The lock also has the packages of other platforms. */
function withoutOtherPlatforms(whole: Inventory): Inventory {
  const isHere = ({ name, scope }: Inventory["components"][number]) =>
    scope !== "optional" || existsSync(path.join("node_modules", name));
  const absent = new Set(whole.components.filter((component) => !isHere(component)).map((component) => component["bom-ref"]));
  return {
    ...whole,
    components: whole.components.filter(isHere),
    dependencies: whole.dependencies
      .filter(({ ref }) => !absent.has(ref))
      .map(({ dependsOn, ...rest }) => ({ ...rest, dependsOn: dependsOn?.filter((ref) => !absent.has(ref)) })),
  };
}
