import { spawn } from "node:child_process";
import { type Binaries, binaryPath } from "./binaries.ts";
import type { DatabaseUser } from "./database-user.ts";

export type ProgramResult = { code: number | null; output: string };

/** Runs one of the packaged programs and waits for its end, with a minimal environment, so that the caller's PG… variables do not affect it. */
export function runProgram(binaries: Binaries, program: "initdb", flags: string[], user: DatabaseUser): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaryPath(binaries, program), flags, {
      ...user,
      cwd: "/",
      env: bareEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-4_000);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

export function bareEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV ?? "production", PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}
