import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { say } from "#scripts/support/say.ts";

/** One figure; `goal` in words and whether it is met, where the figure has one. */
export type Figure = { name: string; value: string; goal?: string; isMet?: boolean };

export type Report = { name: string; figures: readonly Figure[]; details: Record<string, unknown> };

/** The table, `$DATA_DIR/bench/<name>.json` and one summary as the last line (contract.md). Returns the exit code. */
export async function publish({ name, figures, details }: Report): Promise<0 | 1> {
  const missed = figures.filter(({ isMet }) => isMet === false);
  const file = path.join(path.resolve(process.env.DATA_DIR || ".data"), "bench", `${name}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ name, isMet: missed.length === 0, machine: machine(), figures, details }, null, 2)}\n`,
  );
  sayTable(figures);
  say(`\nWritten to ${file}`);
  const judged = figures.filter(({ isMet }) => isMet !== undefined).length;
  const outcome = missed.length === 0 ? `all ${judged} goals met` : `MISSED ${missed.map(inWords).join("; ")}`;
  say(`${name}: ${outcome}`);
  return missed.length === 0 ? 0 : 1;
}

const inWords = ({ name, value, goal }: Figure) => `${name} ${value} (goal ${goal})`;

function sayTable(figures: readonly Figure[]): void {
  const width = (pick: (figure: Figure) => string) => Math.max(...figures.map((figure) => pick(figure).length));
  const [names, values] = [width(({ name }) => name), width(({ value }) => value)];
  say();
  for (const { name, value, goal, isMet } of figures) {
    const verdict = isMet === undefined ? "      " : isMet ? "ok    " : "MISSED";
    say(`${verdict}  ${name.padEnd(names)}  ${value.padStart(values)}${goal ? `   goal ${goal}` : ""}`);
  }
}

function machine(): Record<string, unknown> {
  return {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    load: loadavg().map((load) => Number(load.toFixed(2))),
  };
}

function commit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}
