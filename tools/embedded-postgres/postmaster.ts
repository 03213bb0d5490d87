import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { binaryPath } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import type { Home } from "./home.ts";
import { findPostmaster, isRunning } from "./postmaster-file.ts";
import { bareEnvironment } from "./run-program.ts";

/** `extra`: further settings of PostgreSQL. */
export type ServerOptions = { durable: boolean; extra?: Record<string, string> | undefined; readyWithinMs?: number };

export type StartResult = "ready" | "port_taken" | "locked";

const usualReadyWithinMs = 120_000;
const fastStopWithinMs = 15_000;
const logBytesMax = 8 * 1024 * 1024;

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  // A query that cannot exclude any month locks every month's partition with its indexes.
  max_locks_per_transaction: "512",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_checkpoints: "off",
};

/**
 * Starts the server in a session of its own, so that a Ctrl-C in the terminal reaches the app and not the database,
 * and waits until it accepts connections, including recovery after a crash.
 */
export async function startPostmaster(home: Home, port: number, options: ServerOptions): Promise<StartResult> {
  const { durable, extra = {}, readyWithinMs = usualReadyWithinMs } = options;
  await removeStrangersLock(home.cluster);
  if (((await stat(home.logFile).catch(() => undefined))?.size ?? 0) > logBytesMax) await truncate(home.logFile);
  const log = await open(home.logFile, "a", 0o600);
  const logStart = (await log.stat()).size;
  const risky = durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const all = { ...settings, ...risky, ...extra };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaryPath(home.binaries, "postgres"), ["-D", home.cluster, "-p", String(port), ...flags], {
    ...home.user,
    cwd: "/",
    detached: true,
    env: bareEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
  });
  child.unref();
  try {
    return await becomesReady(child, home, { logStart, readyWithinMs });
  } finally {
    await log.close();
  }
}

/** Stops the server in fast mode: connections are closed and everything is written. A server that hangs is stopped immediately and recovers on the next start. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (!signal(pid, "SIGINT")) return;
  if (await isGone(pid, fastStopWithinMs)) return;
  signal(pid, "SIGQUIT");
  await isGone(pid, 5_000);
}

type Waiting = { logStart: number; readyWithinMs: number };

async function becomesReady(child: ChildProcess, home: Home, { logStart, readyWithinMs }: Waiting): Promise<StartResult> {
  let failure: Error | undefined;
  let ended = false;
  child.once("error", (error) => {
    failure = error;
    ended = true;
  });
  child.once("exit", () => {
    ended = true;
  });
  const giveUpAt = performance.now() + readyWithinMs;
  while (!ended) {
    const postmaster = await findPostmaster(home.cluster);
    if (postmaster?.pid === child.pid && postmaster?.status === "ready") return "ready";
    if (performance.now() > giveUpAt) {
      if (child.pid) await stopPostmaster(child.pid);
      throw new EmbeddedDatabaseError(
        `DATA_DIR: the database did not start within ${readyWithinMs / 1000} s; see ${home.logFile}.`,
      );
    }
    await wait(20);
  }
  const output = failure?.message ?? (await readFile(home.logFile, "utf8")).slice(logStart);
  if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(output)) return "port_taken";
  if (/lock file "[^"\n]*" already exists|pre-existing shared memory block/.test(output)) return "locked";
  throw new EmbeddedDatabaseError(
    `DATA_DIR: the database in ${home.folder} does not start: ${firstComplaint(output)} (see ${home.logFile}).`,
  );
}

function firstComplaint(output: string): string {
  const line = output.split("\n").find((text) => /FATAL|PANIC|ERROR/.test(text)) ?? output.trim().split("\n").at(-1) ?? "";
  return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "").trim() || "no reason given";
}

// PostgreSQL assumes that any running process with the pid in its old lock file is itself, even a zombie. After a
// restart of the machine that pid may belong to another program. PostgreSQL still protects the shared memory by itself.
async function removeStrangersLock(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  const pid = Number.parseInt((await readFile(file, "utf8").catch(() => "")) || "0", 10);
  if (pid > 0 && !isRunning(pid)) await rm(file, { force: true });
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (isRunning(pid)) {
    if (performance.now() > giveUpAt) return false;
    await wait(20);
  }
  return true;
}

function signal(pid: number, name: "SIGINT" | "SIGQUIT"): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
