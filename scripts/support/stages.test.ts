import { describe, expect, it, vi } from "vitest";
import { runStages } from "./stages.ts";

async function run(stages: Parameters<typeof runStages>[0]) {
  let said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  const code = await runStages(stages);
  return { code, lines: said.trim().split("\n") };
}

describe("the stages of npm test", () => {
  it("all run, also after one failed or threw, and end with one line of both sums", async () => {
    const ran: string[] = [];
    const stage = (name: string, passed: number, failed: number) => ({
      name,
      run: async () => {
        ran.push(name);
        return { passed, failed };
      },
    });
    const broken = { name: "broken", run: () => Promise.reject(new Error("no browser here")) };
    const { code, lines } = await run([stage("lint", 0, 1), broken, stage("unit", 40, 0)]);
    expect(ran).toEqual(["lint", "unit"]);
    expect(lines.at(-1)).toBe("40 passed, 2 failed");
    expect(lines).toContain("no browser here");
    expect(lines.filter((line) => line.startsWith("FAILED")).map((line) => line.split(/\s+/)[1])).toEqual(["lint", "broken"]);
    expect(code).toBe(1);
  });

  it("end well only when nothing failed", async () => {
    const { code, lines } = await run([{ name: "unit", run: async () => ({ passed: 3, failed: 0 }) }]);
    expect(lines.at(-1)).toBe("3 passed, 0 failed");
    expect(code).toBe(0);
  });
});
