import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrations } from "./lint-migrations.ts";
import { ensureOtherBrowsers } from "./other-browsers.ts";
import { runE2e } from "./run-e2e.ts";
import { runTool } from "./run-tool.ts";
import { type Stage, type StageResult, toolStage } from "./stages.ts";
import { readPlaywrightReport, readVitestReport } from "./test-reports.ts";

/** In a folder of its own: the temporary folder is shared, and another user could create the file first. */
async function withReport(run: (file: string) => Promise<StageResult>): Promise<StageResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-report-"));
  try {
    return await run(path.join(folder, "report.json"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const formatAndLint = toolStage("format and lint", ["biome", "ci", "--max-diagnostics=50", "."]);

const unused = toolStage("unused code", ["knip", "--no-progress", "--no-config-hints"]);

/** Next generates the types of the routes first; a fresh clone has none. */
export const types: Stage = {
  name: "types",
  run: async () => {
    const { code, output } = await runTool("next", ["typegen"], { quiet: true });
    if (code !== 0) throw new Error(output);
    return toolStage("types", ["tsc", "--noEmit"]).run();
  },
};

const lockfile = toolStage("lockfile", ["npm", "ci", "--dry-run", "--no-audit", "--no-fund", "--loglevel=error"]);

/** Of every change, by `npm test` as well as `npm run test:all`. */
export const staticChecks: readonly Stage[] = [formatAndLint, unused, types, lockfile, migrations];

/** `flags` select tests, as in Vitest. */
export function unitTests(name: string, flags: readonly string[] = [], env: Record<string, string> = {}): Stage {
  return {
    name,
    run: () =>
      withReport(async (report) => {
        const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
        const { code } = await runTool("vitest", ["run", ...reporters, ...flags], { env });
        return atLeastOne(await readVitestReport(report), code);
      }),
  };
}

/** Without tests that state why they are slow: `npm test` runs all. */
export const quickUnitTests = (folders: readonly string[]) =>
  unitTests("unit", ["--tagsFilter=!long", ...folders], { SKIP_SLOW_TESTS: "1" });
/** Tests that `npm test` leaves to `npm run test:all` carry the tag `long`. */
export const unitTestsBriefly = unitTests("unit, route and store", ["--tagsFilter=!long"]);
/** Only files that name the tag: Vitest imports a file before it knows its tags. */
export const unitTestsLeftOut = unitTests("long unit tests", ["--tagsFilter=long", ...filesThatName(/"long"|@module-tag long/)]);
export const allUnitTests = unitTests("unit, route and store");

/** `flags` select tests, as in Playwright. */
export function journeys(name: string, flags: readonly string[] = [], env: Record<string, string> = {}): Stage {
  return {
    name,
    run: () =>
      withReport(async (report) => {
        const code = await runE2e(["--reporter=list,json", ...flags], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
        if (!existsSync(report)) return { passed: 0, failed: 1 };
        return atLeastOne(await readPlaywrightReport(report), code);
      }),
  };
}

/** One journey for each user task and one case per rule at the entry points: those with the tag `@job`. */
export const jobJourneys = journeys("journeys, one per job", ["--grep=@job"]);
export const journeysLeftOut = journeys("journeys, all others", ["--grep-invert=@job"]);
export const allJourneys = journeys("journeys in a browser");

/** The five jobs and every page in Firefox and WebKitGTK, where they are there or can be installed. */
export const jobsInOtherBrowsers: Stage = {
  name: "jobs, other browsers",
  run: async () => {
    const { ready, missing } = ensureOtherBrowsers();
    if (ready.length === 0) return { passed: 0, failed: 0, notRun: missing };
    const result = await journeys("", [], { E2E_OTHER_BROWSERS: ready.join(",") }).run();
    return { ...result, notRun: missing };
  },
};

/** The shortest `npm run crash` that still detects a receiver which acknowledges too early. */
export const crashSmoke = toolStage("crash smoke", [
  process.execPath,
  "--import",
  "./scripts/support/preload.mjs",
  "scripts/crash.ts",
  "--smoke",
]);

function filesThatName(text: RegExp): string[] {
  return globSync("{app,components,lib,messages,scripts,security,tools}/**/*.test.ts", { exclude: ["**/node_modules"] }).filter(
    (file) => text.test(readFileSync(file, "utf8")),
  );
}

/** A run without tests, or with an error outside its tests, has failed. */
function atLeastOne(result: StageResult, code: number): StageResult {
  const failedOutside = result.failed === 0 && (code !== 0 || result.passed === 0);
  return failedOutside ? { ...result, failed: 1 } : result;
}
