import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { waitMs } from "#lib/core/testing/wait-ms.ts";

export type BrowserProcess = {
  /** The first group of the pattern in what it printed. */
  untilPrinted(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a program that is stopped together with the processes it starts. */
export function startProcess(file: string, flags: readonly string[], options: SpawnOptions = {}): BrowserProcess {
  const child = spawn(file, flags, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const collect = (chunk: Buffer) => {
    printed += chunk.toString("utf8");
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return {
    untilPrinted: (pattern) => untilPrinted(child, pattern, () => printed),
    stop: () => stop(child),
  };
}

function untilPrinted(child: ChildProcess, pattern: RegExp, printed: () => string): Promise<string> {
  const program = child.spawnfile;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${program} ${reason}. It printed:\n${printed()}`));
    const look = () => {
      const found = pattern.exec(printed())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    const timer = setTimeout(() => fail("is not ready"), waitMs);
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("error", (error) => fail(`did not start: ${error.message}`));
    child.once("close", (code) => fail(`ended with ${code}`));
    look();
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
