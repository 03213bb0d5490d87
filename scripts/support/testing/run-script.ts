import { execFile } from "node:child_process";

/** Runs a command's script in a process of its own and waits for its end. */
export function runScript(
  script: string,
  settings: Record<string, string>,
  flags: readonly string[] = [],
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...flags], { env: { ...process.env, ...settings } }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
