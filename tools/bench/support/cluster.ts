import { spawn } from "node:child_process";
import path from "node:path";
import pg from "pg";
import { readAccess, urlFor } from "#tools/embedded-postgres/access.ts";
import { ensureCluster } from "#tools/embedded-postgres/cluster.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { type Home, prepareHome } from "#tools/embedded-postgres/home.ts";
import { startPostmaster } from "#tools/embedded-postgres/postmaster.ts";
import { findPostmaster } from "#tools/embedded-postgres/postmaster-file.ts";
import { bareEnvironment } from "#tools/embedded-postgres/run-program.ts";

const startWithinMs = 30_000;

export type StopMode = "fast" | "immediate";

/** A PostgreSQL of the run's own with the settings of the embedded one, which the run may stop and start. */
export type Cluster = {
  urlOf(database: string): string;
  createDatabase(name: string): Promise<string>;
  hasDatabase(name: string): Promise<boolean>;
  stop(mode: StopMode): Promise<void>;
  /** Does nothing while it runs. */
  start(): Promise<void>;
  /** Stops at once; its data is flushed only when it is needed again. */
  close(mode?: StopMode): Promise<void>;
};

export async function startCluster(dataDir: string): Promise<Cluster> {
  const home = await prepareHome(dataDir, () => {});
  await ensureCluster(home, { durable: true });
  const access = await readAccess(home.cluster);
  if (!access) throw new Error(`The cluster in ${home.cluster} cannot be read.`);
  const port = await freePort();
  const start = async () => {
    if (await findPostmaster(home.cluster)) return;
    const giveUpAt = performance.now() + startWithinMs;
    // A server that has just died may leave its lock behind for a moment.
    for (let result = ""; result !== "ready"; ) {
      result = await startPostmaster(home, port, { durable: true });
      if (result !== "ready" && performance.now() > giveUpAt) throw new Error(`PostgreSQL does not start: ${result}.`);
    }
    await stopWithThisProcess(home);
  };
  const urlOf = (database: string) => urlFor({ ...access, port }, database);
  await start();
  const asAdmin = async (work: (admin: pg.Client) => Promise<pg.QueryResult>) => {
    const admin = new pg.Client({ connectionString: urlOf("postgres") });
    await admin.connect();
    return work(admin).finally(() => admin.end());
  };
  return {
    start,
    stop: (mode) => pgCtlStop(home, mode),
    urlOf,
    createDatabase: async (name) => {
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
      await asAdmin((admin) => admin.query(`create database ${name}`));
      return urlOf(name);
    },
    hasDatabase: async (name) => {
      const found = await asAdmin((admin) => admin.query("select 1 from pg_database where datname = $1", [name]));
      return found.rows.length > 0;
    },
    close: async (mode = "immediate") => {
      if (await findPostmaster(home.cluster)) await pgCtlStop(home, mode);
    },
  };
}

function pgCtlStop(home: Home, mode: StopMode): Promise<void> {
  const flags = ["stop", "-D", home.cluster, "-m", mode, "-w", "-t", "60", "-s"];
  const child = spawn(path.join(home.binaries.native, "bin", "pg_ctl"), flags, {
    ...home.user,
    cwd: "/",
    env: bareEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl stop -m ${mode} ended with ${code}.`))));
  });
}

/** A killed run must not leave a server behind: the pipe closes when this process ends, for whatever reason. */
export async function stopWithThisProcess(home: Home): Promise<void> {
  const postmaster = await findPostmaster(home.cluster);
  if (!postmaster) return;
  const script = 'cat >/dev/null; [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -QUIT "$1"';
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(postmaster.pid), home.cluster], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  if ("unref" in watcher.stdin && typeof watcher.stdin.unref === "function") watcher.stdin.unref();
}
