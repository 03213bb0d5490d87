import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { clusterFolder, homeFolder } from "#tools/embedded-postgres/home.ts";
import { findPostmaster } from "#tools/embedded-postgres/postmaster-file.ts";
import { openStore } from "../connection/open-store.ts";
import { migrateStore } from "../migrate/migrate-store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the test cluster's `postgres` database; `template_desk` has the migrated schema. */
    clusterUrl: string;
  }
}

/** Vitest global set-up: one real PostgreSQL for the whole run, with a migrated template to copy. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-test-"));
  // If started as root, the database's user must be able to enter this folder; otherwise the folder would be in /var/lib.
  await chmod(folder, 0o711);
  const database = await openEmbeddedDatabase({ dataDir: folder, durable: false });
  await endWithThisProcess(folder);
  const clusterUrl = database.url.replace(/[^/]+$/, "postgres");
  await createTemplate(clusterUrl);
  project.provide("clusterUrl", clusterUrl);
  return async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
}

// The server outlives a killed app by design, but must not outlive a killed test run. The pipe closes with this process,
// however it ends; then the shell stops the server and removes its folder.
async function endWithThisProcess(folder: string): Promise<void> {
  const postmaster = await findPostmaster(clusterFolder(homeFolder(folder)));
  if (!postmaster || process.platform === "win32") return;
  const script = 'cat >/dev/null; if [ -d "$2" ]; then kill -QUIT "$1" 2>/dev/null; sleep 1; rm -rf "$2"; fi';
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(postmaster.pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  if ("unref" in watcher.stdin && typeof watcher.stdin.unref === "function") watcher.stdin.unref();
}

async function createTemplate(clusterUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  await admin.query("create database template_desk");
  await admin.end();
  const store = openStore({ url: clusterUrl.replace(/\/postgres$/, "/template_desk"), connectionsMax: 1 });
  await migrateStore(store);
  await store.close();
}
