import { type ParseArgsConfig, parseArgs } from "node:util";
import { printProblem } from "./say.ts";

/** Parses the command's flags; an unknown or malformed flag ends the command with one line. */
export function readFlags<Options extends NonNullable<ParseArgsConfig["options"]>>(options: Options) {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    printProblem(`${error instanceof Error ? error.message.split(". ")[0] : error}. Flags: ${flagNames(options)}.`);
    process.exit(1);
  }
}

function flagNames(options: object): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(", ");
}
