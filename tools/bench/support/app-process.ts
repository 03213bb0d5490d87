import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const preload = pathToFileURL(path.join(root, "scripts", "support", "preload.mjs")).href;

export type AppProcess = {
  pid: number;
  /** Resolves when it has ended, however; with what it said last. */
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
  /** Where its output is added, as a service's would be. */
  logFile: string;
};

const saidMax = 4_000;

/** What the person's own shell and `.env` say must not change what is measured. */
const ownSettings =
  /^(PORT|HOST|PUBLIC_ORIGIN|DATABASE_URL|DATA_DIR|SESSION_KEYS|VAULT_KEYS|GATEWAY_HOSTS|SANDBOX.*|METRICS_TOKEN)$/;

/** Starts one of the desk's own programs in a process of its own, which ends when we do. */
export function startApp({ program, flags = [], nodeFlags = [], cwd = root, env, logFile }: AppOptions): AppProcess {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)));
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, ["--import", preload, ...nodeFlags, path.resolve(root, program), ...flags], {
    cwd,
    env: { ...inherited, COUNTERFOIL_ENV_FILE: "", NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${program} cannot be started.`);
  return { pid: child.pid, ended: follow(child, logFile), kill: (signal) => void child.kill(signal) };
}

async function follow(child: ChildProcess, logFile: string): AppProcess["ended"] {
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
  });
  const said = await readFile(logFile, "utf8").catch(() => "");
  return { code, signal, said: said.slice(-saidMax) };
}
