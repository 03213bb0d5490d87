import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { ensureBuilt } from "./build-app.ts";
import { ensureBrowser } from "./find-browser.ts";
import { runTool } from "./run-tool.ts";

/** Distinct free ports, assigned by the system. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Runs the journeys against an app of their own: a free port, a new DATA_DIR, none of the developer's settings. Returns the exit code. */
export async function runE2e(flags: readonly string[], env: Record<string, string> = {}): Promise<number> {
  ensureBrowser();
  await ensureBuilt();
  const dataDir = await mkdtemp(path.join(await realpath(tmpdir()), "counterfoil-e2e-"));
  // When started as root, the database's user must be able to enter the folder.
  await chmod(dataDir, 0o711);
  try {
    const [app, gateway, dead, shop] = (await freePorts(4)).map(String);
    const ports = {
      E2E_PORT: app ?? "",
      E2E_GATEWAY_PORT: gateway ?? "",
      E2E_DEAD_PORT: dead ?? "",
      E2E_SHOP_PORT: shop ?? "",
    };
    const { code } = await runTool("playwright", ["test", ...flags], { env: { ...env, ...ports, E2E_DATA_DIR: dataDir } });
    return code;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
