import { readdirSync } from "node:fs";
import path from "node:path";
import { installTool } from "./install-tool.ts";
import { runTool } from "./run-tool.ts";
import type { Stage, StageResult } from "./stages.ts";

const migrationsFolder = path.resolve(import.meta.dirname, "..", "..", "lib", "db", "migrations");

/** They make the tables of an empty database, where nothing waits for a lock. */
const onEmptyDatabase = new Set(["0000_initial.sql", "0001_triggers_and_partitions.sql"]);

/**
 * Not asked for: `npm run migrate` sets the time limits itself and applies each file as a whole or not at all; which
 * integers may outgrow 32 bits is decided in the schema.
 */
const excludedRules = ["require-lock-timeout", "require-statement-timeout", "prefer-robust-stmts", "prefer-bigint-over-int"];

/**
 * Refuses migrations that would keep a running application waiting, or that the version before could not work with. A step
 * that is right all the same, as one that drops what no version uses any more, is marked in its file:
 * `-- squawk-ignore ban-drop-column`.
 */
export async function lintMigrations(folder: string): Promise<StageResult> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql") && !onEmptyDatabase.has(name));
  if (files.length === 0) return { passed: 1, failed: 0 };
  const squawk = path.join(await installTool("squawk"), "node_modules", "squawk-cli", "js", "bin", "squawk");
  const flags = ["--pg-version=16", "--assume-in-transaction", `--exclude=${excludedRules.join(",")}`];
  const failures: string[] = [];
  for (const name of files) {
    const { code } = await runTool(process.execPath, [squawk, ...flags, path.join(folder, name)]);
    if (code !== 0) failures.push(name);
  }
  return { passed: files.length - failures.length, failed: failures.length, failures };
}

export const migrations: Stage = { name: "migrations", run: () => lintMigrations(migrationsFolder) };
