import { readFile, rm } from "node:fs/promises";
import { z } from "zod";
import type { Count } from "./stages.ts";

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** Vitest's JSON report. A file that could not even be loaded is one failure. */
export async function countVitest(file: string): Promise<Count> {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(await readReport(file));
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Playwright's JSON report. A journey that passed only on a second try has failed. */
export async function countPlaywright(file: string): Promise<Count> {
  const { stats, errors } = playwrightReport.parse(await readReport(file));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  await rm(file);
  return JSON.parse(text);
}
