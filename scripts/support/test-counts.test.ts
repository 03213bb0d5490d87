import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./test-counts.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "counterfoil-counts-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function report(content: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe("the counts of a test run", () => {
  it("take a file that could not be loaded for a failure, and a failed test only once", async () => {
    const file = report({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: "passed", assertionResults: [{ status: "passed" }] },
        { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
        { status: "failed", assertionResults: [] },
      ],
    });
    expect(await countVitest(file)).toEqual({ passed: 5, failed: 2 });
  });

  it("take a flaky journey and an error outside the journeys for failures", async () => {
    const file = report({ stats: { expected: 9, unexpected: 1, flaky: 1 }, errors: [{ message: "global set-up" }] });
    expect(await countPlaywright(file)).toEqual({ passed: 9, failed: 3 });
  });

  it("do not pass without a report", async () => {
    await expect(countVitest(path.join(folder, "none.json"))).rejects.toThrow();
  });
});
