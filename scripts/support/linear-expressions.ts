import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { collectExpressions, type Expression, programFiles, toText } from "./expressions.ts";
import { installTool } from "./install-tool.ts";
import { say } from "./say.ts";
import type { Stage, StageResult } from "./stages.ts";

export const provenFile = path.resolve(import.meta.dirname, "..", "..", "security", "linear-expressions.json");

/** Why an expression is not known to be linear; undefined when it is proven. */
export type Prover = (expression: Expression) => Promise<string | undefined>;

type Options = { files: readonly string[]; listFile: string; all: boolean; loadProver: () => Promise<Prover> };

/**
 * Proves that no expression takes more than linear time on any input. Proven expressions are in a committed list, so that
 * only new ones are proven; `all` ignores the list.
 */
export async function proveExpressions({ files, listFile, all, loadProver }: Options): Promise<StageResult> {
  const { expressions, dynamic } = collectExpressions(files);
  const failures = dynamic.map((position) => `${position}: an expression is put together while the program runs`);
  const believed = new Set(all ? [] : await readProven(listFile));
  const found = [...new Map(expressions.map((expression) => [toText(expression), expression])).values()];
  const open = found.filter((expression) => !believed.has(toText(expression)));
  const reauthenticate = open.length > 0 ? await loadProver() : async () => undefined;
  const unproven = new Set<Expression>();
  for (const expression of open) {
    const problem = await reauthenticate(expression);
    if (problem === undefined) continue;
    unproven.add(expression);
    failures.push(`${expression.place}: ${toText(expression)} ${problem}`);
  }
  const proven = found.filter((expression) => !unproven.has(expression));
  if (open.length > unproven.size) await writeProven(listFile, proven.map(toText));
  return { passed: proven.length, failed: failures.length, failures };
}

export async function readProven(listFile: string): Promise<string[]> {
  return JSON.parse(await readFile(listFile, "utf8")) as string[];
}

async function writeProven(listFile: string, texts: readonly string[]): Promise<void> {
  const text = `${JSON.stringify(texts.toSorted(), null, 2)}\n`;
  if (text === (await readFile(listFile, "utf8"))) return;
  await writeFile(listFile, text);
  say(`Proved new regular expressions; commit ${path.relative("", listFile)}.`);
}

/** The used part of the package, whose types are not installed here. */
type Recheck = {
  check(
    source: string,
    flags: string,
    options: { timeout: number },
  ): Promise<{ status: string; complexity?: { summary: string } }>;
};

const proofMs = 30_000;

async function loadRecheck(): Promise<Prover> {
  const folder = await installTool("recheck");
  const { check } = createRequire(path.join(folder, "package.json"))("recheck") as Recheck;
  return async ({ source, flags }) => {
    const { status, complexity } = await check(source, flags, { timeout: proofMs });
    if (status === "safe") return undefined;
    return complexity ? `takes ${complexity.summary} time` : "could not be proven linear";
  };
}

export function linearExpressions({ all }: { all: boolean }): Stage {
  return {
    name: "regular expressions",
    run: () => proveExpressions({ files: programFiles(), listFile: provenFile, all, loadProver: loadRecheck }),
  };
}
