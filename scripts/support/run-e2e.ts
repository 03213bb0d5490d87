import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { ensureBuilt } from "./build-app.ts";
import { ensureBrowser } from "./find-browser.ts";
import { runTool } from "./run-tool.ts";

/** The journeys against a desk of their own: a free port, a new DATA_DIR, none of the developer's settings. Returns the exit code. */
export async function runE2e(flags: readonly string[], env: Record<string, string> = {}): Promise<number> {
  ensureBrowser();
  await ensureBuilt();
  const dataDir = await mkdtemp(path.join(await realpath(tmpdir()), "counterfoil-e2e-"));
  // Started as root, the database's user has to pass through.
  await chmod(dataDir, 0o711);
  try {
    const port = String(await freePort());
    const { code } = await runTool("playwright", ["test", ...flags], { env: { ...env, E2E_PORT: port, E2E_DATA_DIR: dataDir } });
    return code;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
