import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { crashSmoke, jobJourneys, journeys, unitTests, unitTestsBriefly } from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { endForHelp } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { runStage, type Stage, type StageResult } from "./support/stages.ts";

// `npm run test:repeat -- 10 [files]`: in every second run a busy loop uses half of each processor.
endForHelp("Usage: npm run test:repeat -- [RUNS] [FILE…]");
const [wanted = "10", ...files] = process.argv.slice(2);
const runs = Number(wanted);

if (Number.isSafeInteger(runs) && runs > 0) process.exitCode = await repeat(runs, toStages(files));
else {
  printProblem(`"${wanted}" is not a number of runs. For example: npm run test:repeat -- 10 e2e/journeys/payments.spec.ts`);
  process.exitCode = 1;
}

/** The given files, or everything that `npm test` runs. */
function toStages(names: readonly string[]): readonly Stage[] {
  if (names.length === 0) return [unitTestsBriefly, buildStage, crashSmoke, jobJourneys];
  const specs = names.filter((name) => name.endsWith(".spec.ts"));
  const tests = names.filter((name) => !name.endsWith(".spec.ts"));
  return [...(tests.length > 0 ? [unitTests("tests", tests)] : []), ...(specs.length > 0 ? [journeys("journeys", specs)] : [])];
}

async function repeat(count: number, stages: readonly Stage[]): Promise<0 | 1> {
  const table: string[] = [];
  const everFailed = new Map<string, string[]>();
  for (let run = 1; run <= count; run++) {
    const isLoaded = run % 2 === 0;
    say(`\n━━ run ${run} of ${count}${isLoaded ? ", under doubled load" : ""}`);
    const stopLoad = isLoaded ? startLoad() : () => {};
    const startedAt = performance.now();
    const failed: string[] = [];
    const flaky: string[] = [];
    for (const stage of stages) {
      const result = await runStage(stage);
      failed.push(...failuresOf(stage, result));
      flaky.push(...(result.flaky ?? []).map(({ name }) => name));
    }
    stopLoad();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    table.push(
      `run ${run}: ${seconds.padStart(4)} s  ${failed.length} failed, ${flaky.length} flaky${isLoaded ? "  (loaded)" : ""}`,
    );
    for (const name of failed) everFailed.set(name, [...(everFailed.get(name) ?? []), `${run}`]);
    for (const name of flaky) everFailed.set(name, [...(everFailed.get(name) ?? []), `${run} (flaky)`]);
  }
  say(`\n${table.join("\n")}\n`);
  for (const [name, inRuns] of everFailed) say(`failed in run ${inRuns.join(", ")}: ${name}`);
  if (everFailed.size === 0) say("No test ever failed.");
  return everFailed.size === 0 ? 0 : 1;
}

function failuresOf({ name }: Stage, { failed, failures = [] }: StageResult): readonly string[] {
  return failed > 0 && failures.length === 0 ? [name] : failures;
}

/** Starts a busy process for each processor, so that the tests get half of the machine. */
function startLoad(): () => void {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  const stop = () => {
    for (const child of busy) child.kill("SIGKILL");
  };
  process.once("exit", stop);
  return () => {
    process.off("exit", stop);
    stop();
  };
}
