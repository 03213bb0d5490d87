import { describe, expect, it, vi } from "vitest";
import { formatAndLint, staticChecks, types } from "./all-stages.ts";
import { migrations } from "./lint-migrations.ts";
import { runStages, type Stage, type StageResult } from "./stages.ts";

async function run(stages: readonly Stage[]) {
  let said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  const code = await runStages(stages);
  return { code, said, lines: said.trim().split("\n") };
}

const stage = (name: string, result: StageResult): Stage => ({ name, run: async () => result });

describe("the stages of npm test", () => {
  it("include what npm run check looks at, migrations too", () => {
    expect(staticChecks).toEqual(expect.arrayContaining([formatAndLint, types, migrations]));
  });

  it("all run, also after one failed or threw, and end with one line of both sums", async () => {
    const broken = { name: "broken", run: () => Promise.reject(new Error("no browser here")) };
    const { code, lines } = await run([
      stage("lint", { passed: 0, failed: 1 }),
      broken,
      stage("unit", { passed: 40, failed: 0 }),
    ]);
    expect(lines.at(-1)).toBe("40 passed, 2 failed");
    expect(lines).toContain("no browser here");
    const table = lines.filter((line) => /^(ok|FAILED) /.test(line)).map((line) => line.split(/\s+/).slice(0, 2));
    expect(table).toEqual([
      ["FAILED", "lint"],
      ["FAILED", "broken"],
      ["ok", "unit"],
      ["FAILED", "all"],
    ]);
    expect(code).toBe(1);
  });

  it("end well only when nothing failed", async () => {
    const { code, lines } = await run([stage("unit", { passed: 3, failed: 0 })]);
    expect(lines.at(-1)).toBe("3 passed, 0 failed");
    expect(code).toBe(0);
  });

  it("name what this machine does not offer, which has not failed", async () => {
    const { code, said, lines } = await run([
      stage("unit", { passed: 3, failed: 0 }),
      stage("other browsers", { passed: 0, failed: 0, notRun: ["Firefox: install Debian's firefox-esr"] }),
    ]);
    expect(code).toBe(0);
    expect(said).toContain("Not run:\n  Firefox: install Debian's firefox-esr\n");
    expect(lines.some((line) => /^absent {2}other browsers/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe("3 passed, 0 failed");
  });

  it("name what failed, what is flaky with its trace, and what is slow with or without a reason", async () => {
    const { code, said } = await run([
      stage("journeys", {
        passed: 2,
        failed: 0,
        failures: [],
        flaky: [{ name: "looks up", trace: "looks-up/trace.zip" }],
        slow: [
          { name: "prints", seconds: 16, reason: "prints 12 pages" },
          { name: "pays", seconds: 31 },
        ],
      }),
    ]);
    expect(code).toBe(0);
    expect(said).toContain("looks up\n    looks-up/trace.zip");
    expect(said).toContain("31.0 s  pays: NO REASON GIVEN\n    16.0 s  prints: prints 12 pages");
    expect((await run([stage("unit", { passed: 0, failed: 1, failures: ["adds\n  wrong"] })])).said).toContain(
      "Failed:\n  adds\n    wrong\n\n",
    );
  });
});
