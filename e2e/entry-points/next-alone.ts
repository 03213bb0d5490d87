import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { appEnv } from "../support/surroundings.ts";

/** Next without the front server: another process of the same build, on the same database with the same keys. */
export function startNext(port: number, databaseUrl: string): ChildProcess {
  return startProcess(
    ["node_modules/next/dist/bin/next", "start", "--port", String(port), "--hostname", "127.0.0.1"],
    port,
    databaseUrl,
  );
}

export function startProcess(command: readonly string[], port: number, databaseUrl: string): ChildProcess {
  const own = { PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}`, DATABASE_URL: databaseUrl, SANDBOX: "off" };
  const env = { ...process.env, ...appEnv, ...own, NODE_ENV: "production" as const };
  return spawn(process.execPath, command, { env, stdio: "ignore" });
}

export async function isReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    if (response?.ok) return;
    await wait(200);
  }
}

export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  });
}
