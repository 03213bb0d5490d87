import { runTool, type ToolOptions } from "./run-tool.ts";
import { say } from "./say.ts";

export type Count = { passed: number; failed: number };
export type Stage = { name: string; run: () => Promise<Count> };

/** A stage that is one program: it passes or fails as a whole. */
export function toolStage(name: string, [program, ...flags]: readonly [string, ...string[]], options?: ToolOptions): Stage {
  return {
    name,
    run: async () => {
      const { code } = await runTool(program, flags, options);
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

/**
 * Runs every stage, also after one failed; a stage that throws has failed. Tells what each took and ends with the
 * line `N passed, N failed`. The exit code for the process comes back.
 */
export async function runStages(stages: readonly Stage[]): Promise<0 | 1> {
  const lines: string[] = [];
  const total: Count = { passed: 0, failed: 0 };
  for (const { name, run } of stages) {
    say(`\n── ${name}`);
    const startedAt = performance.now();
    const { passed, failed } = await run().catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      return { passed: 0, failed: 1 };
    });
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    lines.push(
      `${failed === 0 ? "ok    " : "FAILED"}  ${name.padEnd(24)} ${seconds.padStart(7)} s  ${passed} passed, ${failed} failed`,
    );
  }
  say(`\n${lines.join("\n")}\n`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}
