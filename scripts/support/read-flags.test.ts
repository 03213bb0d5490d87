import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { commandNames } from "../bootstrap.mjs";
import { readArguments, readFlags } from "./read-flags.ts";

const options = { to: { type: "string" }, verify: { type: "boolean", default: false } } as const;

/** What is printed, and the code with which the command would end. */
function ended(act: () => unknown): { code: unknown; out: string; err: string } {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockReturnValue(true));
  try {
    expect(act).toThrow("ended");
    const [printed, problem] = [out, err].map((spy) => (spy?.mock.calls ?? []).map(([text]) => text).join(""));
    return { code: exit.mock.calls[0]?.[0], out: printed ?? "", err: problem ?? "" };
  } finally {
    vi.restoreAllMocks();
  }
}

test("flags and words are read", () => {
  expect(readFlags(options, { args: ["--to", "x"] })).toMatchObject({ to: "x", verify: false });
  expect(readArguments(options, { args: ["a", "--verify", "b"] })).toMatchObject({
    values: { verify: true },
    positionals: ["a", "b"],
  });
});

test.each([
  [["--force"], "Unknown option '--force'. Flags: --to VALUE, --verify.\n"],
  [["--to"], "Option '--to <value>' argument missing. Flags: --to VALUE, --verify.\n"],
  [["word"], "Unexpected argument 'word'. Flags: --to VALUE, --verify.\n"],
])("%j ends the command with one line", (args, err) => {
  expect(ended(() => readFlags(options, { args }))).toEqual({ code: 1, out: "", err });
});

test("--help says how the command is called, and ends it well", () => {
  const help = (usage?: string) => ended(() => readFlags(options, { args: ["--help"], usage }));
  expect(help()).toEqual({ code: 0, out: "Flags: --to VALUE, --verify. See docs/commands.md.\n", err: "" });
  expect(help("Usage: npm run x").out).toBe("Usage: npm run x. See docs/commands.md.\n");
});

test.each(commandNames())("%s knows --help, before it does anything", (name) => {
  const source = readFileSync(new URL(`../${name}.ts`, import.meta.url), "utf8");
  const helps = source.search(/\b(?:readFlags|readArguments|endForHelp)\(/);
  expect(helps).toBeGreaterThan(0);
  const acts = source.search(/^(?:process\.exitCode = )?await (?!import|main)/m);
  if (acts >= 0) expect(helps).toBeLessThan(acts);
});
