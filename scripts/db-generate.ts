import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import config from "../drizzle.config.ts";
import { installTool } from "./support/install-tool.ts";
import { readFlags } from "./support/read-flags.ts";
import { runTool } from "./support/run-tool.ts";

const { tiny, custom, name } = readFlags({
  /** Writes the whole schema below `$DATA_DIR` as a test, without changing a migration. */
  tiny: { type: "boolean", default: false },
  /** An empty migration, for SQL written by hand. */
  custom: { type: "boolean", default: false },
  name: { type: "string" },
});
const out = tiny ? path.relative("", path.resolve(process.env.DATA_DIR || ".data", "migrations")) : config.out;
const folder = await installTool("drizzle-kit");
const { code } = await runTool(path.join(folder, "node_modules", ".bin", "drizzle-kit"), [
  "generate",
  `--dialect=${config.dialect}`,
  `--schema=${config.schema}`,
  `--out=${out}`,
  ...(custom ? ["--custom"] : []),
  ...(name === undefined ? [] : [`--name=${name}`]),
]);
if (code === 0) keepNewestSnapshot(path.join(out, "meta"));
process.exitCode = code;

/** drizzle-kit compares the schema with no other. */
function keepNewestSnapshot(meta: string): void {
  const snapshots = readdirSync(meta).filter((file) => file.endsWith("_snapshot.json"));
  for (const file of snapshots.sort().slice(0, -1)) rmSync(path.join(meta, file));
}
