import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { verifyMigrations } from "#lib/db/migrate/migration-plan.ts";
import { say } from "#scripts/support/say.ts";
import { type Cluster, startCluster } from "#tools/bench/support/cluster.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { compare } from "#tools/crash/compare.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { ProgramsMissingError } from "./programs.ts";
import { startBeforeApp, type Used } from "./upgrade/before-app.ts";
import { commitBefore, unpackBefore } from "./upgrade/before-program.ts";
import { type Kill, killAt } from "./upgrade/kills.ts";
import { makeMigrations, makeNextVersion, slow, stepsOf } from "./upgrade/next-version.ts";
import { refusesInOneLine, startReceiver } from "./upgrade/processes.ts";
import { type Reader, startReader } from "./upgrade/traffic.ts";

export type UpgradeSize = {
  rows: number;
  perSecond: number;
  /** A migration that takes so long, and the time limit of statements that it must not meet. */
  sleepSeconds: number;
  statementSeconds: number;
  patience: number;
};

const waitMsMax = 1_000;

const kills: readonly Kill[] = [
  { name: "connected", at: /./ },
  { name: "expanding", at: /drill_note/, holding: "select from delivery limit 1" },
  {
    name: "building an index",
    at: /^create +index concurrently "drill/,
    holding: "select 1",
    isolation: "repeatable read",
    isMachineGone: true,
  },
  { name: "backfilling", at: /pg_sleep/ },
];

/** The schema of the version before is upgraded under load, killed at each step, by two processes at once; the faulty way first. */
export async function runUpgrade(run: OwnRun, keptFolder: string, size: UpgradeSize): Promise<DrillResult> {
  const program = unpackBefore(keptFolder);
  if (!program) {
    throw new ProgramsMissingError(`the version before (commit ${commitBefore.slice(0, 8)}) is not in this checkout's history.`);
  }
  const folder = path.join(run.folder, "upgrade");
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = await startCluster(folder);
  run.defer(() => cluster.close());
  const scene = { run, cluster, folder, program };
  const wrong = await migrateThroughPool(scene, size);
  const right = await upgrade(scene, size);
  const figures = [
    {
      name: "upgrade, wrong (through the pool): a long step",
      value: wrong,
      goal: "fails",
      isMet: /statement timeout|Query read timeout/.test(wrong),
    },
    ...right.figures,
  ];
  return { figures, details: { wrong, ...right.details } };
}

type Scene = { run: OwnRun; cluster: Cluster; folder: string; program: string };

/** As migrations ran before they had a connection of their own. */
async function migrateThroughPool(scene: Scene, size: UpgradeSize): Promise<string> {
  say("  wrong …");
  const url = await createBefore(scene, "wrong");
  const store = openStore({ url, connectionsMax: 1, statementMs: size.statementSeconds * 1_000 });
  const { [slow]: steps = [] } = stepsOf(size.sleepSeconds);
  const migrationsFolder = await makeMigrations(path.join(scene.folder, "wrong"), { [slow]: steps });
  try {
    await migrate(store.db, { migrationsFolder });
    return "it ended";
  } catch (cause) {
    const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    return root instanceof Error ? root.message : String(root);
  } finally {
    await store.close();
  }
}

/** A database as the migrations of the version before make it; the tables of its job queue it made itself. */
async function createBefore({ cluster, program }: Pick<Scene, "cluster" | "program">, name: string): Promise<string> {
  const url = await cluster.createDatabase(name);
  const folder = path.join(program, "lib", "db", "migrations");
  const only = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  await migrateStore({ url }, { folder, only });
  return url;
}

async function upgrade(scene: Scene, size: UpgradeSize): Promise<DrillResult> {
  const { run, folder, program } = scene;
  const env = await makeEnv(folder, await createBefore(scene, "upgrade"));
  say(`  ${size.rows} rows …`);
  const before = await startBeforeApp({ run, program, folder, env, rows: size.rows });
  await onDatabase(env.DATABASE_URL ?? "", `alter database upgrade set statement_timeout = '${size.statementSeconds}s'`);
  const receiver = await startReceiver({ run, folder, env, name: "before", root: program });
  const next = await makeNextVersion(path.join(folder, "next"), stepsOf(size.sleepSeconds));
  const load = { origin: receiver.origin, endpointId: before.endpointId, signer: before.signer, perSecond: size.perSecond };
  const traffic = { gateway: startGateway({ ...load, prefix: "up" }), reader: startReader(env.DATABASE_URL ?? "") };
  const killed: string[] = [];
  for (const kill of kills) {
    say(`  killed while ${kill.name} …`);
    if (await killAt(next, env, kill)) killed.push(kill.name);
  }
  say("  two starters …");
  const starters = ["starter1", "starter2"].map((name) => startReceiver({ run, folder, env, name, cwd: next.folder }));
  const ends = await Promise.allSettled(starters);
  const started = ends.filter(({ status }) => status === "fulfilled").length;
  const faults = await verifyMigrations({ url: env.DATABASE_URL ?? "" }, { folder: next.migrations });
  const used = await before.use({ notifications: 20, payments: 2 });
  const refusals = await Promise.all([
    refusesInOneLine(folder, env, ["scripts/migrate.ts", "plan"]),
    refusesInOneLine(folder, env, ["scripts/receiver.ts"]),
  ]);
  const measured = await measure(traffic, env, size);
  return {
    figures: [
      ...measured,
      atLeast(`upgrade: killed at ${kills.length} steps`, killed.length, kills.length),
      atLeast("upgrade: starters that came up", started, 2),
      atMost("upgrade: differences from what the migrations make", faults.length, 0),
      usedFigure(used),
      atLeast("upgrade: commands on a newer schema that refused in one line", refusals.filter(Boolean).length, refusals.length),
    ],
    details: { killed, faults, used, starters: ends.map((end) => (end.status === "rejected" ? String(end.reason) : "ready")) },
  };
}

type Traffic = { gateway: Gateway; reader: Reader };

async function measure({ gateway, reader }: Traffic, env: Record<string, string>, { patience }: UpgradeSize): Promise<Figure[]> {
  const [heard, read] = await Promise.all([gateway.stop(), reader.stop()]);
  const store = openStore({ url: env.DATABASE_URL ?? "", connectionsMax: 1 });
  const vault = await openVault(store, loadSettings(env).vaultKeys).finally(() => store.close());
  const comparison = await compare({ databaseUrl: store.url, vault, acknowledged: heard.acknowledged });
  return [
    okFigure("upgrade: notifications answered OK", heard, 1),
    atMost("upgrade: the slowest notification", heard.latencyMs.max, waitMsMax * patience, " ms"),
    atMost(`upgrade: the slowest of ${read.readings} readings`, read.longestMs, waitMsMax * patience, " ms"),
    atMost("upgrade: readings that failed", read.failures.length, 0),
    ...comparisonFigures("upgrade", comparison),
  ];
}

function usedFigure({ notifications, payments, refunds }: Used): Figure {
  return {
    name: "upgrade: the version before on the new schema",
    value: `${notifications} notifications, ${payments} payments and ${refunds} refunds in all`,
    goal: "20, 4 and 2",
    isMet: notifications === 20 && payments === 4 && refunds === 2,
  };
}

async function makeEnv(folder: string, url: string): Promise<Record<string, string>> {
  const dataDir = path.join(folder, "data");
  await mkdir(dataDir, { mode: 0o700 });
  return {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SESSION_KEYS: `d1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `d1:${randomBytes(32).toString("base64")}`,
    SANDBOX: "off",
    LOG_LEVEL: "error",
    DATABASE_POOL: "8",
    NOTIFY_POOL: "5",
  };
}

async function onDatabase(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements).finally(() => client.end());
}
