import { existsSync, globSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runE2e } from "./run-e2e.ts";
import { runTool } from "./run-tool.ts";
import { type Count, type Stage, toolStage } from "./stages.ts";
import { countPlaywright, countVitest } from "./test-counts.ts";

const reportFile = (name: string) => path.join(tmpdir(), `counterfoil-${name}-${process.pid}.json`);

export const formatAndLint = toolStage("format and lint", ["biome", "ci", "--max-diagnostics=50", "."]);

export const unused = toolStage("unused code", ["knip", "--no-progress", "--no-config-hints"]);

/** Next writes the types of the routes first; a fresh clone has none. */
export const types: Stage = {
  name: "types",
  run: async () => {
    const { code, output } = await runTool("next", ["typegen"], { quiet: true });
    if (code !== 0) throw new Error(output);
    return toolStage("types", ["tsc", "--noEmit"]).run();
  },
};

export const lockfile = toolStage("lockfile", ["npm", "ci", "--dry-run", "--no-audit", "--no-fund", "--loglevel=error"]);

/** `flags` narrow the run down, as Vitest takes them. */
export function unitTests(name: string, flags: readonly string[] = []): Stage {
  return {
    name,
    run: async () => {
      const report = reportFile("vitest");
      const { code } = await runTool("vitest", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...flags,
      ]);
      return atLeastOne(await countVitest(report), code);
    },
  };
}

export const journeys: Stage = {
  name: "journeys in a browser",
  run: async () => {
    const report = reportFile("playwright");
    const code = await runE2e(["--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    if (!existsSync(report)) return { passed: 0, failed: 1 };
    return atLeastOne(await countPlaywright(report), code);
  },
};

/** Two minutes of `npm run crash`, mistaken receivers and a database away for some seconds included. */
export const crashSmoke = toolStage("crash smoke", [
  process.execPath,
  "--import",
  "./scripts/support/preload.mjs",
  "scripts/crash.ts",
  "--smoke",
]);

export const hasJourneys = (): boolean => globSync("e2e/**/*.spec.ts").length > 0;

/** A run that tested nothing, or failed outside its tests, has failed. */
function atLeastOne({ passed, failed }: Count, code: number): Count {
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}
