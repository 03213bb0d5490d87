import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { say } from "#scripts/support/say.ts";

/** One figure; `goal` as text and whether it is met, if the figure has one. */
export type Figure = { name: string; value: string; goal?: string; isMet?: boolean };

export type Report = {
  name: string;
  figures: readonly Figure[];
  details: Record<string, unknown>;
  /** A run with the smallest sizes: goals are not evaluated, and the file of a whole run is not overwritten. */
  isTiny?: boolean;
};

/** Prints the table, writes `$DATA_DIR/bench/<name>.json` and prints a summary as the last line. Returns the exit code. */
export async function publish({ isTiny = false, ...report }: Report): Promise<0 | 1> {
  if (isTiny) return publish({ ...report, name: `${report.name}-tiny`, figures: report.figures.map(withoutGoal) });
  const { name, figures, details } = report;
  const missed = figures.filter(({ isMet }) => isMet === false);
  const file = path.join(path.resolve(process.env.DATA_DIR || ".data"), "bench", `${name}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ name, isMet: missed.length === 0, machine: machine(), figures, details }, null, 2)}\n`,
  );
  printTable(figures);
  say(`\nWritten to ${file}`);
  const verified = figures.filter(({ isMet }) => isMet !== undefined).length;
  const met = verified === 0 ? "came to its end, no goal judged" : `all ${verified} goals met`;
  say(`${name}: ${missed.length === 0 ? met : `MISSED ${missed.map(inWords).join("; ")}`}`);
  return missed.length === 0 ? 0 : 1;
}

const withoutGoal = ({ name, value }: Figure): Figure => ({ name, value });

const inWords = ({ name, value, goal }: Figure) => `${name} ${value} (goal ${goal})`;

function printTable(figures: readonly Figure[]): void {
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
