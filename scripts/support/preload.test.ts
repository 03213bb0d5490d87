import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

// In development Next.js renders no page with a parameter when its workers exit at once.
test("a worker of a package that inherits our flags waits for messages", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "preload-"));
  const packageFolder = path.join(folder, "node_modules", "worker");
  mkdirSync(packageFolder, { recursive: true });
  const program = path.join(packageFolder, "worker.mjs");
  writeFileSync(program, 'process.on("message", (text) => process.send(text + " heard"));');
  const worker = fork(program, { execArgv: ["--import", path.join(import.meta.dirname, "preload.mjs")] });
  try {
    worker.send("hello");
    expect(await Promise.race([once(worker, "message").then(([text]) => text), once(worker, "exit")])).toBe("hello heard");
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true });
  }
});
