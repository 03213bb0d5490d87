import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "counterfoil-reports-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function report(content: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const unit = (name: string, status: string, tests: readonly object[]) => ({
  name: path.resolve(name),
  status,
  assertionResults: tests,
});

describe("the report of Vitest", () => {
  it("counts a file that could not be loaded as one failure, and a failed test only once", async () => {
    const file = report({
      testResults: [
        unit("a.test.ts", "passed", [{ fullName: "adds", status: "passed" }]),
        unit("b.test.ts", "failed", [
          { fullName: "subtracts", status: "passed" },
          { fullName: "divides", status: "failed" },
        ]),
        unit("c.test.ts", "failed", []),
      ],
    });
    expect(await readVitestReport(file)).toEqual({
      passed: 2,
      failed: 2,
      failures: ["b.test.ts › divides", "c.test.ts"],
      slow: [],
    });
  });

  it("says the first lines of a test's error, without blank ones, colours and the stack", async () => {
    const message = "\u001b[31mError: Property failed\u001b[39m\n\n  seed: 7\n    at run (a.ts:1:2)\n";
    const broken = [{ fullName: "adds", status: "failed", failureMessages: [message] }];
    expect((await readVitestReport(report({ testResults: [unit("a.test.ts", "failed", broken)] }))).failures).toEqual([
      "a.test.ts › adds\n  Error: Property failed\n    seed: 7",
    ]);
  });

  it("lists what took two seconds or more with the reason that stands beside it", async () => {
    const tests = [
      { fullName: "quick", status: "passed", duration: 1_999, meta: {} },
      { fullName: "kills", status: "passed", duration: 4_000, meta: { slow: "kills a process ten times" } },
      { fullName: "waits", status: "passed", duration: 2_500, meta: {} },
    ];
    expect((await readVitestReport(report({ testResults: [unit("a.test.ts", "passed", tests)] }))).slow).toEqual([
      { name: "a.test.ts › kills", seconds: 4, reason: "kills a process ten times" },
      { name: "a.test.ts › waits", seconds: 2.5, reason: undefined },
    ]);
  });

  it("does not pass without its file", async () => {
    await expect(readVitestReport(path.join(folder, "none.json"))).rejects.toThrow();
  });
});

const journey = (title: string, status: string, durations: readonly number[], annotations: readonly object[] = []) => ({
  title,
  file: "a.spec.ts",
  tests: [
    {
      status,
      annotations,
      results: durations.map((duration, index) => ({
        duration,
        errors: status === "unexpected" ? [{ message: "Error: not paid\n\nLocator: row" }] : [],
        attachments: index === 0 && durations.length > 1 ? [{ name: "trace", path: "first/trace.zip" }] : [],
      })),
    },
  ],
});

describe("the report of Playwright", () => {
  it("passes a journey that passed on its second try, and lists it with its trace", async () => {
    const specs = [journey("pays", "expected", [900]), journey("looks up", "flaky", [800, 700])];
    const file = report({ suites: [{ specs: [], suites: [{ specs }] }], errors: [] });
    expect(await readPlaywrightReport(file)).toMatchObject({
      passed: 2,
      failed: 0,
      flaky: [{ name: "a.spec.ts › looks up", trace: "first/trace.zip" }],
    });
  });

  it("fails for a journey that failed, and for an error outside the journeys", async () => {
    const specs = [journey("pays", "unexpected", [900]), journey("prints", "skipped", [])];
    const file = report({ suites: [{ specs }], errors: [{ message: "global set-up" }] });
    expect(await readPlaywrightReport(file)).toMatchObject({
      passed: 0,
      failed: 2,
      failures: ["a.spec.ts › pays\n  Error: not paid\n  Locator: row", '{"message":"global set-up"}'],
    });
  });

  it("lists what took fifteen seconds or more with the reason that stands beside it", async () => {
    const reason = { type: "slow", description: "opens every page" };
    const specs = [journey("opens", "expected", [15_000], [reason]), journey("types", "expected", [20_000])];
    expect((await readPlaywrightReport(report({ suites: [{ specs }], errors: [] }))).slow).toEqual([
      { name: "a.spec.ts › opens", seconds: 15, reason: "opens every page" },
      { name: "a.spec.ts › types", seconds: 20, reason: undefined },
    ]);
  });
});
