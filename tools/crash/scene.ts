import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type AppDatabase, prepareAppDatabase } from "#tools/bench/support/app-database.ts";
import { type Cluster, startCluster } from "#tools/bench/support/cluster.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { type Comparison, compare, countMissing } from "./compare.ts";
import { type Blow, type EntryPoint, entryPointNames, openEntryPoint } from "./entry-point.ts";
import type { Mistake } from "./fail-points.ts";
import { createSenders, type Senders } from "./senders.ts";

export type SceneOptions = {
  run: OwnRun;
  /** Path below the run's folder for all files of the scene. */
  name: string;
  mistake?: Mistake | undefined;
  nextBlow?(): Blow | undefined;
};

/** A PostgreSQL of its own, an app and a receiver on it, each with its own data folder as on two machines, and senders. */
export type Scene = {
  cluster: Cluster;
  database: AppDatabase;
  entryPoints: readonly EntryPoint[];
  senders: Senders;
  kills(): number;
  /** Waits; throws when a process ended by itself or a sender gave up. */
  pause(ms: number): Promise<void>;
  /** Waits until both entry points respond. */
  warmUp(): Promise<void>;
  /** Stops the senders, waits until the spools are drained, compares, and stops both processes gracefully. */
  finish(options: { settleMs: number }): Promise<Comparison>;
};

const pollMs = 250;

export async function openScene({ run, name, mistake, nextBlow = () => undefined }: SceneOptions): Promise<Scene> {
  const folder = path.join(run.folder, name);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = await startCluster(folder);
  run.defer(() => cluster.close());
  const database = await prepareAppDatabase({ url: await cluster.createDatabase("crash"), dataDir: folder, endpoints: 1 });
  const url = mistake === "commit_without_flush" ? `${database.url}?options=-c%20synchronous_commit%3Doff` : database.url;
  const compileCache = path.join(run.folder, "compiled");
  const entryPoints = await Promise.all(
    entryPointNames.map(async (entryPointName) => {
      const dataDir = path.join(folder, entryPointName.replace(" ", "-"));
      await mkdir(dataDir, { mode: 0o700 });
      const env = { ...database.keys, DATA_DIR: dataDir, DATABASE_URL: url, SANDBOX: "off", NODE_COMPILE_CACHE: compileCache };
      return openEntryPoint({ name: entryPointName, folder, env, mistake, nextBlow });
    }),
  );
  run.defer(() => Promise.all(entryPoints.map((entryPoint) => entryPoint.stop())));
  const [endpointId = ""] = database.endpointIds;
  const senders = createSenders({ entryPoints, endpointId, signer: database.signer });
  const pause = watch([...entryPoints.map(({ living }) => living.then(refuseToEnd)), senders.failed]);
  const compared = { databaseUrl: database.url, vault: database.vault, acknowledged: senders.sent.acknowledged };
  return {
    cluster,
    database,
    entryPoints,
    senders,
    kills: () => entryPoints.reduce((sum, { kills }) => sum + kills.length, 0),
    pause,
    async warmUp() {
      for (const { origin } of entryPoints) while (!(await isHealthy(origin))) await pause(pollMs);
    },
    async finish({ settleMs }) {
      await senders.stop();
      await untilSettled(() => countMissing(compared.databaseUrl, compared.acknowledged), settleMs);
      const comparison = await compare(compared);
      await Promise.all(entryPoints.map((entryPoint) => entryPoint.stop()));
      return comparison;
    },
  };
}

/** Until nothing is missing, or nothing more arrived for `settleMs`. */
async function untilSettled(countNow: () => Promise<number>, settleMs: number): Promise<void> {
  let missing = await countNow();
  let changedAt = performance.now();
  while (missing > 0 && performance.now() - changedAt < settleMs) {
    await wait(pollMs);
    const now = await countNow();
    if (now !== missing) changedAt = performance.now();
    missing = now;
  }
}

function watch(failures: readonly Promise<never>[]): (ms: number) => Promise<void> {
  let problem: unknown;
  for (const failure of failures) {
    failure.catch((cause: unknown) => {
      problem ??= cause;
    });
  }
  return async (ms) => {
    await wait(ms);
    if (problem) throw problem;
  };
}

function refuseToEnd(): never {
  throw new Error("The run was ended.");
}

async function isHealthy(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}
