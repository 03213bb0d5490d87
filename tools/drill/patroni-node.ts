import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { DatabaseNode } from "./failover-node.ts";
import type { Machine } from "./machine.ts";

/** A machine with PostgreSQL, Patroni and a member of etcd. */
export type PatroniNode = Pick<DatabaseNode, "name" | "url" | "connectInside"> & {
  machine: Machine;
  startPatroni(): void;
  /** Runs patronictl there; throws when it fails. */
  control(flags: readonly string[]): Promise<void>;
  /** What Patroni answers to `GET`: 0 when it does not. */
  statusOf(path: string): Promise<number>;
  /** How often it came to its data in these ways, by its log. */
  countWays(): Promise<{ rewinds: number; copies: number }>;
};

/** Between which times of performance.now() the node became the primary. */
export type Promotion = { node: PatroniNode; afterMs: number; seenMs: number };

type Secrets = { superuser: string; replication: string; restApi: string };

type NodeOptions = {
  machine: Machine;
  machines: readonly Machine[];
  /** The machine's own folder as the drill sees it, and its log. */
  disk: string;
  logFile: string;
  isSynchronous: boolean;
  secrets: Secrets;
};

export const ports = { database: 5_432, restApi: 8_008, etcd: 2_379, etcdPeer: 2_380 };
const configSource = path.resolve(import.meta.dirname, "..", "..", "deploy", "patroni.yml");
const home = "/var/lib/postgresql";
const configFile = `${home}/patroni.yml`;
const superuser = "postgres";
const startsWithinMs = 120_000;
const promotedWithinMs = 120_000;
const answerMs = 2_000;
/** Machines of a drill share two cores or so. */
const connectMs = 10_000;
const pollMs = 50;

/** Writes `deploy/patroni.yml` on its disk. Starts nothing. */
export async function createPatroniNode(options: NodeOptions): Promise<PatroniNode> {
  const { machine, disk, logFile, isSynchronous, secrets } = options;
  const { name, address } = machine;
  const url = (database: string) => `postgres://${superuser}:${secrets.superuser}@${address}:${ports.database}/${database}`;
  const env = environmentOf(options);
  await writeFile(path.join(disk, "patroni.yml"), await readConfig(isSynchronous), { mode: 0o644 });
  return {
    name,
    machine,
    url,
    async connectInside(database) {
      const host = machine.pathOf("/run/postgresql");
      const access = { host, port: ports.database, database, user: superuser, password: secrets.superuser };
      const client = new pg.Client({ ...access, connectionTimeoutMillis: connectMs });
      client.on("error", () => {});
      await client.connect();
      return client;
    },
    startPatroni: () => void machine.run(["/usr/bin/patroni", configFile], env),
    async control(flags) {
      const code = await machine.run(["/usr/bin/patronictl", "-c", configFile, ...flags], env);
      if (code !== 0) throw new Error(`patronictl ${flags[0]} ended with ${code}; see ${logFile}.`);
    },
    statusOf: (path) => get(`http://${address}:${ports.restApi}${path}`).then(({ status }) => status),
    async countWays() {
      const text = await readFile(logFile, "utf8");
      const count = (words: string) => text.split(words).length - 1;
      return { rewinds: count("pg_rewind exit code=0"), copies: count("replica has been created using") };
    },
  };
}

/** Commits do not wait for the standby, and one that is far behind may take over. */
const asynchronous = "synchronous_mode: false\n    maximum_lag_on_failover: 1073741824";

async function readConfig(isSynchronous: boolean): Promise<string> {
  const text = await readFile(configSource, "utf8");
  const config = text.replace("synchronous_mode: true", asynchronous);
  if (config === text) throw new Error("deploy/patroni.yml no longer sets synchronous_mode.");
  return isSynchronous ? text : config;
}

function environmentOf({ machine: { name, address }, machines, secrets }: NodeOptions): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: machines.map((machine) => `${machine.address}:${ports.etcd}`).join(","),
    PATRONI_RESTAPI_LISTEN: `${address}:${ports.restApi}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${ports.restApi}`,
    PATRONI_RESTAPI_USERNAME: "patroni",
    PATRONI_RESTAPI_PASSWORD: secrets.restApi,
    PATRONI_POSTGRESQL_LISTEN: `${address}:${ports.database}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${ports.database}`,
    PATRONI_SUPERUSER_USERNAME: superuser,
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
  };
}

/** Polled over its own socket, as the machine itself sees it. */
export async function seePromotion(node: PatroniNode): Promise<Promotion> {
  const giveUpAt = performance.now() + promotedWithinMs;
  for (let afterMs = performance.now(); performance.now() < giveUpAt; await wait(pollMs)) {
    const askedAt = performance.now();
    const isRecovering = await readIsRecovering(node).catch(() => undefined);
    if (isRecovering === false) return { node, afterMs, seenMs: performance.now() };
    if (isRecovering) afterMs = askedAt;
  }
  throw new Error(`Patroni does not make ${node.name} the primary.`);
}

async function readIsRecovering(node: PatroniNode): Promise<boolean> {
  const client = await node.connectInside("postgres");
  const question = client.query<{ recovering: boolean }>("select pg_is_in_recovery() as recovering");
  const { rows } = await question.finally(() => client.end());
  return rows[0]?.recovering ?? true;
}

/** Each machine has a member, so that any one of the three may be lost. */
export async function startEtcd(machines: readonly Machine[]): Promise<void> {
  const peerOf = ({ address }: Machine) => `http://${address}:${ports.etcdPeer}`;
  const members = machines.map((machine) => `${machine.name}=${peerOf(machine)}`).join(",");
  for (const machine of machines) {
    const client = `http://${machine.address}:${ports.etcd}`;
    const flags = [
      ...["--name", machine.name, "--data-dir", `${home}/etcd`],
      ...["--listen-client-urls", client, "--advertise-client-urls", client],
      ...["--listen-peer-urls", peerOf(machine), "--initial-advertise-peer-urls", peerOf(machine)],
      ...["--initial-cluster", members, "--initial-cluster-state", "new", "--log-level", "warn"],
      // Machines of a drill share a disk.
      ...["--heartbeat-interval", "300", "--election-timeout", "3000"],
    ];
    void machine.run(["/usr/bin/etcd", ...flags], {});
  }
  const isWell = async ({ address }: Machine) => (await get(`http://${address}:${ports.etcd}/health`)).text.includes('"true"');
  for (const machine of machines) await until(`etcd of ${machine.name} is well`, () => isWell(machine));
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + startsWithinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`It was not so in time that ${what}.`);
    await wait(pollMs);
  }
}

async function get(url: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
