import { spawn } from "node:child_process";
import path from "node:path";

export type ToolOptions = { env?: Record<string, string>; quiet?: boolean };
export type ToolResult = { code: number; output: string };

/**
 * Runs one of node_modules/.bin (or a program on PATH) in the checkout. Prints its output, or with `quiet` only
 * collects it. Forwards signals to it, so that no process is left running.
 */
export function runTool(
  name: string,
  flags: readonly string[],
  { env = {}, quiet = false }: ToolOptions = {},
): Promise<ToolResult> {
  const child = spawn(name, flags, {
    cwd: path.resolve(import.meta.dirname, "..", ".."),
    env: { ...process.env, ...env },
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
  });
  const passOn = (signal: NodeJS.Signals) => {
    child.kill(signal);
    child.once("close", () => process.exit(signal === "SIGINT" ? 130 : 143));
  };
  process.once("SIGINT", passOn).once("SIGTERM", passOn);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("SIGINT", passOn).off("SIGTERM", passOn);
      resolve({ code: code ?? (signal ? 1 : 0), output });
    });
  });
}
