import { type ParseArgsConfig, parseArgs } from "node:util";
import { printProblem, say } from "./say.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
/** `args` instead of the command's own; `usage` says how it is called, else its flags are named. */
type Reading = { args?: readonly string[]; usage?: string };

/** Parses flags; one that is unknown or malformed ends the command with one line, and `--help` with how it is called. */
export function readFlags<Known extends Options>(options: Known, reading?: Reading) {
  return read({ options, allowPositionals: false }, reading).values;
}

/** As `readFlags`, for a command that takes words beside its flags. */
export function readArguments<Known extends Options>(options: Known, reading?: Reading) {
  return read({ options, allowPositionals: true }, reading);
}

/** Ends the command with how it is called, for `--help`. Each command calls this, or one of the two above, before it acts. */
export function endForHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes("--help")) return;
  say(`${usage}. See docs/commands.md.`);
  process.exit(0);
}

/** Ends the command with one line, for a mistake in how it was called. */
export function endForMistake(problem: string): never {
  printProblem(problem);
  process.exit(1);
}

function read<Config extends { options: Options; allowPositionals: boolean }>(config: Config, reading: Reading = {}) {
  const { args = process.argv.slice(2), usage = `Flags: ${flagNames(config.options)}` } = reading;
  endForHelp(usage, args);
  try {
    return parseArgs({ ...config, args: [...args], strict: true });
  } catch (error) {
    return endForMistake(`${error instanceof Error ? error.message.split(". ")[0] : error}. ${usage}.`);
  }
}

function flagNames(options: Options): string {
  const names = Object.entries(options).map(([name, { type }]) => (type === "boolean" ? `--${name}` : `--${name} VALUE`));
  return names.join(", ") || "none";
}
