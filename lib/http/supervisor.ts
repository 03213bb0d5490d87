import { spawn } from "node:child_process";

/** The first file descriptor that systemd passes on, after standard input, output and error. */
const firstPassed = 3;
const notifyTimeoutMs = 2_000;

type Environment = Record<string, string | undefined>;

/**
 * The listening socket that a supervisor passed on (systemd's `LISTEN_FDS`), or undefined. Connections queue in it while this
 * process starts or is replaced. `LISTEN_PID` is another's when the socket was meant for a parent.
 */
export function passedSocket(env: Environment = process.env, pid = process.pid): { fd: number } | undefined {
  if (env.LISTEN_FDS !== "1") return undefined;
  return env.LISTEN_PID === undefined || env.LISTEN_PID === String(pid) ? { fd: firstPassed } : undefined;
}

/**
 * Tells the supervisor (systemd's `NOTIFY_SOCKET`) a state, if there is one. Node.js cannot send Unix datagrams, so systemd's
 * own program does; where that is missing nothing is told.
 */
export function notifySupervisor(state: "READY=1" | "STOPPING=1"): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return Promise.resolve();
  return new Promise((resolve) => {
    const child = spawn("systemd-notify", [state], { stdio: "ignore", timeout: notifyTimeoutMs });
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
}
