import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import type { StageResult } from "./stages.ts";

/** Slower tests must state the reason: `meta.slow` in Vitest, an annotation `slow` in Playwright. */
const slowFromMs = { vitest: 2_000, playwright: 15_000 };

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ slow: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});

const playwrightTest = z.object({
  status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(
    z.object({
      duration: z.number(),
      attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })),
      errors: z.array(z.object({ message: z.string().optional() })).optional(),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(z.unknown()) });

/** Reads Vitest's JSON report and removes it. A file that could not be loaded counts as one failure. */
export async function readVitestReport(file: string): Promise<StageResult> {
  const { testResults } = vitestReport.parse(await readReport(file));
  const files = testResults.map((result) => ({ ...result, file: path.relative(process.cwd(), result.name) }));
  const tests = files.flatMap((result) => result.assertionResults.map((test) => ({ ...test, file: result.file })));
  const failed = tests.filter(({ status }) => status === "failed");
  const broken = files.filter(({ status, file }) => status === "failed" && !failed.some((test) => test.file === file));
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: failed.length + broken.length,
    failures: [
      ...failed.map((test) => withReason(toName(test), test.failureMessages?.[0])),
      ...broken.map(({ file, message }) => withReason(file, message)),
    ],
    slow: tests
      .filter(({ duration }) => (duration ?? 0) >= slowFromMs.vitest)
      .map((test) => ({ name: toName(test), seconds: (test.duration ?? 0) / 1_000, reason: test.meta?.slow })),
  };
}

const reasonLines = 8;
const reasonChars = 200;

/** A failed test with the first lines of its error, which may be all that is kept of a run somewhere else. */
function withReason(name: string, error = ""): string {
  const lines = stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
    .slice(0, reasonLines);
  return [name, ...lines.map((line) => `  ${line.slice(0, reasonChars)}`)].join("\n");
}

const toName = ({ file, fullName }: { file: string; fullName: string }) => `${file} › ${fullName}`;

/**
 * Reads Playwright's JSON report and removes it. A journey that passed on its second attempt has passed and is listed as
 * flaky with the trace of the first; an error outside the journeys counts as one failure.
 */
export async function readPlaywrightReport(file: string): Promise<StageResult> {
  const { suites, errors } = playwrightReport.parse(await readReport(file));
  const tests = suites.flatMap(testsOf);
  const unexpected = tests.filter(({ status }) => status === "unexpected");
  const flaky = tests.filter(({ status }) => status === "flaky");
  return {
    passed: tests.filter(({ status }) => status === "expected").length + flaky.length,
    failed: unexpected.length + errors.length,
    failures: [
      ...unexpected.map(({ name, results }) => withReason(name, results.at(-1)?.errors?.[0]?.message)),
      ...errors.map((error) => JSON.stringify(error)),
    ],
    flaky: flaky.map(({ name, results }) => ({
      name,
      trace: results.flatMap(({ attachments }) => attachments).find((attachment) => attachment.name === "trace")?.path,
    })),
    slow: tests
      .filter(({ ms }) => ms >= slowFromMs.playwright)
      .map(({ name, ms, annotations }) => ({
        name,
        seconds: ms / 1_000,
        reason: annotations.find(({ type }) => type === "slow")?.description,
      })),
  };
}

function testsOf({ specs, suites = [] }: z.infer<typeof playwrightSuite>): (z.infer<typeof playwrightTest> & {
  name: string;
  ms: number;
})[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({
      ...test,
      name: `${file} › ${title}`,
      ms: Math.max(0, ...test.results.map((result) => result.duration)),
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  await rm(file);
  return JSON.parse(text);
}
