import { runTool, type ToolOptions } from "./run-tool.ts";
import { say } from "./say.ts";

export type FlakyTest = { name: string; trace?: string };
export type SlowTest = { name: string; seconds: number; reason?: string };

/**
 * Result of a stage. `failures` names each failed test, with its error on further lines; a failed stage without it counts
 * as one.
 */
export type StageResult = {
  passed: number;
  failed: number;
  failures?: readonly string[];
  flaky?: readonly FlakyTest[];
  slow?: readonly SlowTest[];
  /** What this machine does not offer: it is named, and has not failed. */
  notRun?: readonly string[];
};
export type Stage = { name: string; run: () => Promise<StageResult> };

/** A stage that runs one program: it passes or fails as a whole. */
export function toolStage(name: string, [program, ...flags]: readonly [string, ...string[]], options?: ToolOptions): Stage {
  return {
    name,
    run: async () => {
      const { code } = await runTool(program, flags, options);
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

/** A stage that throws has failed. */
export async function runStage({ name, run }: Stage): Promise<StageResult> {
  say(`\n── ${name}`);
  return run().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  });
}

/**
 * Runs every stage, also after a failure. Prints a table of the stages with their times, the failed, flaky and slow tests,
 * and as its last line `N passed, N failed`. Returns the exit code.
 */
export async function runStages(stages: readonly Stage[]): Promise<0 | 1> {
  const table: string[] = [];
  const results: StageResult[] = [];
  const startedAt = performance.now();
  for (const stage of stages) {
    const stageStartedAt = performance.now();
    const result = await runStage(stage);
    results.push(result);
    table.push(tableLine(stage.name, result, performance.now() - stageStartedAt));
  }
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  say(`\n${[...table, tableLine("all", { passed, failed }, performance.now() - startedAt)].join("\n")}\n`);
  printTests(results);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function tableLine(name: string, { passed, failed, notRun = [] }: StageResult, ms: number): string {
  const seconds = (ms / 1000).toFixed(1).padStart(7);
  const isRun = passed > 0 || notRun.length === 0;
  return `${failed > 0 ? "FAILED" : isRun ? "ok    " : "absent"}  ${name.padEnd(24)} ${seconds} s  ${passed} passed, ${failed} failed`;
}

function printTests(results: readonly StageResult[]): void {
  const slow = results.flatMap((result) => result.slow ?? []).sort((a, b) => b.seconds - a.seconds);
  printList(
    "Slow tests",
    slow.map(({ name, seconds, reason }) => `${seconds.toFixed(1).padStart(6)} s  ${name}: ${reason ?? "NO REASON GIVEN"}`),
  );
  printList(
    "Flaky: failed once, then passed (a defect, see the trace)",
    results.flatMap((result) => result.flaky ?? []).map(({ name, trace }) => (trace ? `${name}\n  ${trace}` : name)),
  );
  printList(
    "Not run",
    results.flatMap((result) => result.notRun ?? []),
  );
  printList(
    "Failed",
    results.flatMap((result) => result.failures ?? []),
  );
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) say(`${title}:\n${lines.map((line) => line.replaceAll(/^/gm, "  ")).join("\n")}\n`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
