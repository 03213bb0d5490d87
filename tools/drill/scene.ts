import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "#lib/core/identifiers.ts";
import { type AppDatabase, prepareAppDatabase } from "#tools/bench/support/app-database.ts";
import { type Cluster, startCluster } from "#tools/bench/support/cluster.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { type Comparison, compare, countMissing } from "#tools/crash/compare.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { startBalancer } from "./balancer.ts";
import { type Gateway, type Heard, startGateway } from "./gateway.ts";
import { addMember, type Member, type Role } from "./member.ts";
import type { Programs } from "./programs.ts";

export type SceneOptions = {
  run: OwnRun;
  programs: Programs;
  name: string;
  receivers: number;
  webs: number;
  drainSeconds: number;
  hasOneReadiness?: boolean;
  hasNoCookie?: boolean;
  env?: Record<string, string>;
  /** How many endpoints its merchant has; notifications go to the first. */
  endpoints?: number;
  /** Of its merchant, whose credentials are made up. */
  environment?: Environment;
  /** Instead of one server. */
  openCluster?: (folder: string) => Promise<SceneCluster>;
  /** Puts something between the processes and their database; their further settings. */
  between?: (databaseUrl: string, folder: string) => Promise<Record<string, string>>;
};

export type SceneCluster = Pick<Cluster, "createDatabase" | "start" | "stop" | "close">;

/** A PostgreSQL of its own, processes that share it, and haproxy in front of them. */
export type Scene = {
  origin: string;
  cluster: SceneCluster;
  database: AppDatabase;
  members: readonly Member[];
  /** Resolves when that probe is well and the balancer sends requests to the process again. */
  restart(member: Member, probe: string, folder?: string): Promise<void>;
  /** Starts one more, which gets no requests from the balancer; in that folder, where one is given. */
  join(name: string, role: Role, folder?: string): Promise<Member>;
  send(options: { perSecond: number; prefix: string; origin?: string; endpointId?: string }): Gateway;
  /** What each process is started with. */
  env: Record<string, string>;
  /** Waits until all that was acknowledged is stored, at most a minute if nothing else is said, and compares. */
  compare(heard: Heard, options?: { settleMs?: number }): Promise<Comparison>;
};

const usualSettleMs = 60_000;
const pollMs = 250;

export const probeOf: Record<Role, string> = { receiver: "/api/ready?for=notify", web: "/api/ready" };

export async function openScene(options: SceneOptions): Promise<Scene> {
  const { run, programs, name, receivers, webs, hasOneReadiness, hasNoCookie, openCluster = startCluster } = options;
  const { endpoints = 1, environment } = options;
  const folder = path.join(run.folder, name);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = await openCluster(folder);
  run.defer(() => cluster.close());
  const url = await cluster.createDatabase("drill");
  const database = await prepareAppDatabase({ url, dataDir: folder, endpoints, environment });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...envOf(options, origin, database), ...(await options.between?.(database.url, folder)) };
  const add = (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => addMember({ run, folder, name: `${role}${index + 1}`, role, env })));
  const join = async (name: string, role: Role, cwd?: string) => {
    const member = await addMember({ run, folder, name, role, env });
    member.start(cwd);
    await member.untilOk(probeOf[role]);
    return member;
  };
  const [receiving, serving] = [await add("receiver", receivers), await add("web", webs)];
  const members = [...receiving, ...serving];
  for (const member of members) member.start();
  for (const member of members) await member.untilOk("/api/ready");
  const ports = (some: readonly Member[]) => some.map((member) => member.port);
  const host = new URL(origin).host;
  const balancer = await startBalancer({
    run,
    programs,
    folder,
    port,
    host,
    receivers: ports(receiving),
    webs: ports(serving),
    hasOneReadiness,
    hasNoCookie,
  });
  const [endpointId = ""] = database.endpointIds;
  return {
    origin,
    cluster,
    database,
    members,
    env,
    join,
    restart: async (member, probe, folder) => {
      await member.stop();
      member.start(folder);
      await member.untilOk(probe);
      await balancer.untilUp(member.name);
    },
    send: (load) => startGateway({ origin, endpointId, signer: database.signer, ...load }),
    async compare({ acknowledged }, { settleMs = usualSettleMs } = {}) {
      const giveUpAt = performance.now() + settleMs;
      while ((await countMissing(database.url, acknowledged)) > 0 && performance.now() < giveUpAt) await wait(pollMs);
      return compare({ databaseUrl: database.url, vault: database.vault, acknowledged });
    },
  };
}

function envOf({ run, drainSeconds, env = {} }: SceneOptions, origin: string, database: AppDatabase): Record<string, string> {
  return {
    ...database.keys,
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: origin,
    SANDBOX: "off",
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: "error",
    DATABASE_POOL: "8",
    NOTIFY_POOL: "5",
    NODE_COMPILE_CACHE: path.join(run.folder, "compiled"),
    ...env,
  };
}
