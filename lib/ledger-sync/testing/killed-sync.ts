import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Upstream } from "./test-fixture.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const program = path.join(import.meta.dirname, "sync-process.ts");
const preload = pathToFileURL(path.join(root, "scripts", "support", "preload.mjs")).href;

export type SyncProcesses = {
  /** Starts a process and kills it with -9 when `until` resolves, or lets it end by itself. */
  run(until?: Promise<unknown>): Promise<{ wasKilled: boolean }>;
};

/** Processes that share one vault, so that each finds the sign-ins of those before it. */
export function syncProcesses({ url, upstream }: { url: string; upstream: Upstream }): SyncProcesses {
  const vaultKey = randomBytes(32).toString("hex");
  return {
    async run(until) {
      const child = spawn(process.execPath, ["--import", preload, program, url, JSON.stringify(upstream), vaultKey], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const ended = endOf(child);
      void until?.then(() => child.kill("SIGKILL"));
      const { signal, code } = await ended;
      if (signal === null && code !== 0) throw new Error(`The process ended with ${code}.`);
      return { wasKilled: signal === "SIGKILL" };
    },
  };
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}
