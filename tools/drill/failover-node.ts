import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { appendFile, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { stopWithThisProcess } from "#tools/bench/support/cluster.ts";
import { type Access, readAccess, roleName, urlFor } from "#tools/embedded-postgres/access.ts";
import { copyRunningCluster } from "#tools/embedded-postgres/base-backup.ts";
import { ensureCluster } from "#tools/embedded-postgres/cluster.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { type Home, prepareHome } from "#tools/embedded-postgres/home.ts";
import { startPostmaster } from "#tools/embedded-postgres/postmaster.ts";
import { findPostmaster, isRunning } from "#tools/embedded-postgres/postmaster-file.ts";

/** One of the two servers, on a machine of its own but for the kernel. */
export type DatabaseNode = {
  name: string;
  port: number;
  url(database: string): string;
  /** Not by the network: what a process on the same machine uses. */
  connectInside(database: string): Promise<pg.Client>;
  /** As what it was last: a new cluster, a standby, or what a killed server left. */
  start(): Promise<void>;
  /** As a lost machine: the server and its children at once. */
  kill(): Promise<void>;
  /** Throws away what it holds, and becomes a standby of that running server. */
  copyFrom(primary: DatabaseNode): Promise<void>;
};

const settings = {
  wal_keep_size: "2GB",
  // A killed server leaves nothing of it outside its own folder.
  dynamic_shared_memory_type: "mmap",
  wal_receiver_timeout: "5s",
  wal_sender_timeout: "5s",
  wal_retrieve_retry_interval: "200ms",
};
const startWithinMs = 60_000;
const goneWithinMs = 10_000;
const pollMs = 20;

export async function openNode(name: string, folder: string): Promise<DatabaseNode> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const home = await prepareHome(folder, () => {});
  const port = await freePort();
  const sockets = path.join(home.folder, "sockets");
  await mkdir(sockets, { mode: 0o700 });
  if (home.user) await chown(sockets, home.user.uid, home.user.gid);
  let access: Access | undefined;
  const known = () => {
    if (!access) throw new Error(`${name} was never started.`);
    return access;
  };
  return {
    name,
    port,
    url: (database) => urlFor({ ...known(), port }, database),
    async connectInside(database) {
      const client = new pg.Client({ host: sockets, port, database, user: roleName, password: known().password });
      client.on("error", () => {});
      await client.connect();
      return client;
    },
    async start() {
      await ensureCluster(home, { durable: true });
      access = await readAccess(home.cluster);
      const extra = { ...settings, cluster_name: name, unix_socket_directories: sockets };
      const giveUpAt = performance.now() + startWithinMs;
      for (let result = ""; result !== "ready"; ) {
        result = await startPostmaster(home, port, { durable: true, extra });
        if (result !== "ready" && performance.now() > giveUpAt) throw new Error(`${name} does not start: ${result}.`);
      }
      await stopWithThisProcess(home);
    },
    kill: () => killServer(home),
    async copyFrom(primary) {
      await rm(home.cluster, { recursive: true, force: true });
      await mkdir(home.cluster, { mode: 0o700 });
      await copyServer(home, primary, { name, cluster: await readDataFolder(primary) });
    },
  };
}

async function readDataFolder(node: DatabaseNode): Promise<string> {
  const client = new pg.Client({ connectionString: node.url("postgres") });
  await client.connect();
  const { rows } = await client
    .query<{ folder: string }>("select current_setting('data_directory') as folder")
    .finally(() => client.end());
  return rows[0]?.folder ?? "";
}

async function copyServer({ cluster: target, user }: Home, primary: DatabaseNode, from: { name: string; cluster: string }) {
  const client = new pg.Client({ connectionString: primary.url("postgres") });
  client.on("error", () => {});
  await client.connect();
  await copyRunningCluster(client, from.cluster, target, { isSynced: false }).finally(() => client.end());
  const { hostname, port, username, password } = new URL(primary.url("postgres"));
  const words = `host=${hostname} port=${port} user=${username} password=${password} application_name=${from.name}`;
  await appendFile(
    path.join(target, "postgresql.auto.conf"),
    `primary_conninfo = '${words}'\nrecovery_target_timeline = 'latest'\nsynchronous_standby_names = ''\n`,
  );
  await writeFile(path.join(target, "standby.signal"), "", { mode: 0o600 });
  if (!user) return;
  for (const file of ["", ...(await readdir(target, { recursive: true }))])
    await chown(path.join(target, file), user.uid, user.gid);
}

async function killServer({ cluster }: Home): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return;
  const lines = (await readFile(path.join(cluster, "postmaster.pid"), "utf8")).split("\n");
  const killed = [postmaster.pid, ...listChildren(postmaster.pid)];
  for (const pid of killed) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
  }
  const giveUpAt = performance.now() + goneWithinMs;
  while (killed.some(isRunning)) {
    if (performance.now() > giveUpAt) throw new Error(`Processes of ${cluster} do not end.`);
    await wait(pollMs);
  }
  // Its lock in the system's shared memory, which only a server in the same folder would remove.
  const segment = /\d+\s+(\d+)/.exec(lines[6] ?? "")?.[1];
  if (segment) spawnSync("ipcrm", ["-m", segment], { stdio: "ignore" });
}

function listChildren(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isChild = (pid: string) => {
    try {
      // "123 (postgres) S 122 …"
      return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]) === parent;
    } catch {
      return false;
    }
  };
  return pids.filter(isChild).map(Number);
}
