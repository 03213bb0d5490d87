import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "#tools/bench/support/cluster.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { openDatabaseWay } from "./database-way.ts";
import { type DatabaseNode, openNode } from "./failover-node.ts";
import type { Programs } from "./programs.ts";

/** Two servers, one a standby of the other, haproxy before them, and what a cluster manager does with them. */
export type DatabasePair = Pick<Cluster, "createDatabase" | "start" | "stop" | "close"> & {
  primary(): DatabaseNode;
  standby(): DatabaseNode;
  /** Connections lead there from now on, or to neither. */
  leadTo(node: DatabaseNode | undefined): void;
  /** The standby takes over; commits wait for nobody until the other one follows. */
  promote(): Promise<void>;
  /** The killed server comes back as a standby with a new copy; resolves when it has all, and commits wait for it. */
  rejoin(): Promise<void>;
  /** Whether commits wait for the standby. */
  setWaiting(isWaiting: boolean): Promise<void>;
  untilFollowing(): Promise<void>;
  query<Row extends pg.QueryResultRow>(node: DatabaseNode, text: string, database?: string): Promise<Row[]>;
};

type Options = { run: OwnRun; programs: Programs; folder: string; isSynchronous: boolean };

const followsWithinMs = 60_000;
const pollMs = 50;
const promoteSeconds = 30;

export async function openPair({ run, programs, folder, isSynchronous }: Options): Promise<DatabasePair> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const first = await openNode("machine1", path.join(folder, "machine1"));
  const second = await openNode("machine2", path.join(folder, "machine2"));
  run.defer(() => Promise.all([first.kill(), second.kill()]));
  const way = await openDatabaseWay({ run, programs, folder, ports: [first.port, second.port] });
  let [primary, standby] = [first, second];
  const leadTo = (node: DatabaseNode | undefined) => way.leadTo(node?.port);
  const urlOf = (database: string) => {
    const url = new URL(primary.url(database));
    url.port = String(way.port);
    return url.href;
  };
  const setWaiting = async (isWaiting: boolean) => {
    await query(primary, `alter system set synchronous_standby_names = '${isWaiting ? standby.name : ""}'`);
    await query(primary, "select pg_reload_conf()");
  };
  const untilFollowing = () => waitForStandby(primary, { isSynchronous });
  const follow = async () => {
    await standby.copyFrom(primary);
    await standby.start();
    if (isSynchronous) await setWaiting(true);
    await untilFollowing();
  };
  await primary.start();
  await follow();
  leadTo(primary);
  await untilThere(urlOf("postgres"));
  return {
    primary: () => primary,
    standby: () => standby,
    leadTo,
    setWaiting,
    untilFollowing,
    query,
    async promote() {
      await query(standby, `select pg_promote(true, ${promoteSeconds})`);
      [primary, standby] = [standby, primary];
    },
    rejoin: follow,
    async createDatabase(name) {
      await query(primary, `create database ${name}`);
      return urlOf(name);
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()]);
    },
    async start() {
      await Promise.all([primary.start(), standby.start()]);
    },
    async close() {
      await Promise.all([primary.kill(), standby.kill()]);
    },
  };
}

async function query<Row extends pg.QueryResultRow>(node: DatabaseNode, text: string, database = "postgres"): Promise<Row[]> {
  const client = new pg.Client({ connectionString: node.url(database) });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Until it has received all that there is now, and counts where commits wait for it. */
async function waitForStandby(primary: DatabaseNode, { isSynchronous }: { isSynchronous: boolean }): Promise<void> {
  const giveUpAt = performance.now() + followsWithinMs;
  const wanted = isSynchronous ? "sync_state = 'sync'" : "state = 'streaming'";
  const [position] = await query<{ lsn: string }>(primary, "select pg_current_wal_flush_lsn()::text as lsn");
  for (;;) {
    const text = `select from pg_stat_replication where ${wanted} and flush_lsn >= '${position?.lsn}'`;
    if ((await query(primary, text)).length > 0) return;
    if (performance.now() > giveUpAt) throw new Error(`No standby follows ${primary.name}.`);
    await wait(pollMs);
  }
}

/** Until connections to that address lead to a server. */
export async function untilThere(url: string): Promise<void> {
  const giveUpAt = performance.now() + followsWithinMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isThere) return;
    if (performance.now() > giveUpAt) throw new Error("haproxy leads to no primary.");
    await wait(pollMs);
  }
}
