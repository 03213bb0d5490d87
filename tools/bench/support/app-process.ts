import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { withoutSettings } from "#scripts/support/no-settings.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const preload = pathToFileURL(path.join(root, "scripts", "support", "preload.mjs")).href;

export type AppProcess = {
  pid: number;
  /** Resolves when it has ended, for whatever reason, with its last output. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; said: string }>;
  kill(signal: NodeJS.Signals): void;
};

export type AppOptions = {
  /** `scripts/<command>.ts`, run as bootstrap.mjs runs it, or a file below node_modules. */
  program: string;
  flags?: readonly string[];
  nodeFlags?: readonly string[];
  cwd?: string;
  env: Record<string, string>;
  /** File to which its output is appended, as for a service. */
  logFile: string;
};

const saidMax = 4_000;

/** Starts one of our programs in a process of its own, without the settings of this one. It ends when this process does. */
export function startApp({ program, flags = [], nodeFlags = [], cwd = root, env, logFile }: AppOptions): AppProcess {
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, ["--import", preload, ...nodeFlags, path.resolve(root, program), ...flags], {
    cwd,
    env: { ...withoutSettings(), NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${program} cannot be started.`);
  return { pid: child.pid, ended: waitForEnd(child, logFile), kill: (signal) => void child.kill(signal) };
}

async function waitForEnd(child: ChildProcess, logFile: string): AppProcess["ended"] {
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
  });
  const output = await readFile(logFile, "utf8").catch(() => "");
  return { code, signal, said: output.slice(-saidMax) };
}
