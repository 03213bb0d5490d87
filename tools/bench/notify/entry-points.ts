import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withClient } from "#lib/db/connection/with-client.ts";
import type { Signer } from "#lib/notifications/testing/sign.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { prepareAppDatabase } from "../support/app-database.ts";
import { startApp } from "../support/app-process.ts";
import type { Cluster } from "../support/cluster.ts";
import type { Shot } from "../support/load.ts";
import type { OwnRun } from "../support/own-run.ts";
import { createShots } from "../support/shots.ts";

/** A running URL_Notify on a database of its own. */
export type EntryPoint = {
  origin: string;
  pid: number;
  databaseUrl: string;
  endpointIds: readonly string[];
  nextShot(): Shot;
  /** Resolves when its notifications are processed; at once where another process does that. */
  waitUntilProcessed(): Promise<void>;
};

export type Programs = { run: OwnRun; cluster: Cluster; bodies: readonly Buffer[]; signer: Signer; endpoints: number };

type Program = {
  name: string;
  isProcessing: boolean;
  program: string;
  flags?: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Prepares its database before the start. */
  prepare?: string;
};

const startWithinMs = 90_000;
const pollMs = 100;
const processWithinMs = 300_000;
const collector = path.resolve(import.meta.dirname, "..", "support", "collect-on-signal.mjs");

/** Where the baseline's route in the copy stores what it receives. */
const baselineTable =
  "create table bench_notification (id uuid primary key, body bytea not null, received_at timestamptz not null default now())";

/** What `npm start` runs, what `npm run receiver` runs, and the route handlers under `next start` in the built copy. */
export async function openEntryPoints(programs: Programs, variant: string) {
  const next = path.join("node_modules", "next", "dist", "bin", "next");
  return {
    frontServer: await openEntryPoint(programs, { name: "front", isProcessing: true, program: "scripts/start.ts" }),
    receiver: await openEntryPoint(programs, { name: "receiver", isProcessing: false, program: "scripts/receiver.ts" }),
    route: await openEntryPoint(programs, {
      name: "route",
      isProcessing: true,
      program: next,
      flags: ["start", "-H", "127.0.0.1"],
      cwd: variant,
      env: { BENCH_PUBLIC_KEY: programs.signer.publicKeyPem },
      prepare: baselineTable,
    }),
  };
}

export async function openEntryPoint(
  { run, cluster, bodies, signer, endpoints }: Programs,
  program: Program,
): Promise<EntryPoint> {
  const folder = path.join(run.folder, program.name);
  await mkdir(folder, { mode: 0o711 });
  const url = await cluster.createDatabase(program.name);
  const { keys, endpointIds } = await prepareAppDatabase({ url, dataDir: folder, endpoints, signer });
  const { prepare } = program;
  if (prepare) await withClient({ connectionString: url }, (client) => client.query(prepare));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = startApp({
    ...program,
    nodeFlags: ["--expose-gc", "--import", collector],
    env: {
      ...keys,
      ...program.env,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: folder,
      DATABASE_URL: url,
      SANDBOX: "off",
    },
    logFile: path.join(folder, "log"),
  });
  run.defer(() => {
    app.kill("SIGTERM");
    return app.ended;
  });
  const isUp = untilUp(origin);
  const ended = app.ended.then(({ said }) => Promise.reject(new Error(`${program.name} ended:\n${said}`)));
  await Promise.race([isUp, ended]);
  ended.catch(() => {});
  return {
    origin,
    pid: app.pid,
    databaseUrl: url,
    endpointIds,
    nextShot: createShots(bodies, endpointIds),
    waitUntilProcessed: () => (program.isProcessing ? waitUntilProcessed(url) : Promise.resolve()),
  };
}

function waitUntilProcessed(url: string): Promise<void> {
  return withClient({ connectionString: url }, async (client) => {
    const isDone = async () => (await client.query("select from delivery_outbox limit 1")).rowCount === 0;
    await until(isDone, { withinMs: processWithinMs, otherwise: "The notifications were not followed" });
  });
}

async function untilUp(origin: string): Promise<void> {
  const isUp = async () => {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.ok === true;
  };
  await until(isUp, { withinMs: startWithinMs, otherwise: `${origin} did not become ready` });
}

async function until(isSo: () => Promise<boolean>, { withinMs, otherwise }: { withinMs: number; otherwise: string }) {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`${otherwise} within ${withinMs / 1_000} s.`);
    await wait(pollMs);
  }
}
