import path from "node:path";
import { ensureInstalled } from "./install.mjs";
import { say } from "./say.ts";

/** Installs `tools/<name>`, which has its own lock file, on first use. Returns the folder. */
export async function installTool(name: string): Promise<string> {
  const folder = path.resolve(import.meta.dirname, "..", "..", "tools", name);
  await ensureInstalled(folder, { say, what: name });
  return folder;
}
