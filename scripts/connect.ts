import { readFile, stat } from "node:fs/promises";
import { type Environment, isEnvironment } from "#lib/core/identifiers.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

const usage = "Usage: npm run connect -- --env demo --file connect.json [--check]";

/** A user's mistake, reported in one line. */
class CommandError extends Error {
  override name = "CommandError";
}

type Command = { environment: Environment; file: string; check: boolean };

function parseCommand(): Command {
  const options = { env: { type: "string" }, file: { type: "string" }, check: { type: "boolean", default: false } } as const;
  const { env = "", file, check } = readFlags(options, { usage });
  if (env === "sandbox") throw new CommandError("The sandbox is built in and connects itself; --env is demo or production.");
  if (!isEnvironment(env)) throw new CommandError(`--env is demo or production. ${usage}`);
  if (!file) throw new CommandError(`--file is missing. ${usage}`);
  return { environment: env, file, check };
}

/** Messages never repeat the file's content: it contains secrets. */
async function readContent(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--file ${file} cannot be read (${error.code ?? "unknown"}).`);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const where = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw new CommandError(`--file ${file} is not valid JSON${where ? ` (${where})` : ""}.`);
  }
}

async function warnOfReaders(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    say(`Note: others on this machine may read ${file}, which holds secrets. chmod 600 ${file}`);
  }
}

async function main(): Promise<number> {
  try {
    const command = parseCommand();
    const content = await readContent(command.file);
    await warnOfReaders(command.file);
    // Loaded after the arguments were validated, so that typing errors are reported at once.
    const { connectContent } = await import("./support/connect-content.ts");
    return await connectContent(content, command);
  } catch (error) {
    const lines =
      error instanceof CommandError ? [error.message] : (await import("./support/problem-lines.ts")).problemLines(error);
    for (const line of lines) printProblem(line);
    return 1;
  }
}

process.exitCode = await main();
