import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openStore } from "#lib/db/connection/open-store.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { startApp } from "#tools/bench/support/app-process.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { signIn } from "../follower.ts";
import type { Programs } from "../programs.ts";
import { openScene, type Scene } from "../scene.ts";
import { startUpstream, type Upstream } from "../upstream.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";

/** Real processes, a gateway, a shop, and a Prometheus that watches the processes. */
export type Stage = {
  folder: string;
  scene: Scene;
  prometheus: Prometheus;
  gateway: Upstream;
  shop: TestMerchantServer;
  journalDir: string;
  /** Tries until `isDone` does not answer false; throws when that takes too long. */
  until(what: string, isDone: () => Promise<boolean>): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Calls the API as an administrator. */
  call(method: "GET" | "POST", path: string, body?: unknown): Promise<Response>;
  /** Sends one notification to the endpoint that forwards in this mode. */
  notifyShop(mode: (typeof shopModes)[number]): Promise<unknown>;
  /** Runs one of our programs to its end, on the same database. */
  runProgram(name: string, flags?: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

const pollMs = 100;
const untilMs = 30_000;
const answerMs = 60_000;
/** Of the endpoints after the first. */
const shopModes = ["desk_answers", "shop_answers"] as const;
/** Longer than the drill; sessions end soon, so that they are signed in to with a token that the gateway may have forgotten. */
const tokenSeconds = 7_200;

type Options = { run: OwnRun; programs: Programs; rules: string; patience: number };

export async function openStage({ run, programs, rules, patience }: Options): Promise<Stage> {
  const folder = path.join(run.folder, "watch");
  const journalDir = path.join(run.folder, "watch-journal");
  const gateway = await startUpstream(run, "demo", { tokenSeconds });
  const shop = await openTestMerchantServer();
  run.defer(() => shop.close());
  const hosts = { GATEWAY_HOSTS: gateway.host, FORWARD_HOSTS: shop.host };
  const scene = await openScene({
    ...{ run, programs, name: "watch", receivers: 1, webs: 1, drainSeconds: 0, endpoints: 1 + shopModes.length },
    // Nothing signs in with its made-up credentials: no gateway is connected there.
    environment: "production",
    env: { ...hosts, SPOOL_BYTES_MAX: "1048576", JOURNAL_DIR: journalDir, DATABASE_POOL: "24" },
  });
  const query: Stage["query"] = (text, values) => queryOnce(scene.database.url, text, values);
  await query("delete from ledger_sync where environment = 'production'");
  await forwardToShop(scene, shop);
  await gateway.connect(scene.database);
  const cookie = await signIn(scene.origin, scene.database);
  const ports = scene.members.map(({ port }) => port);
  const prometheus = await startPrometheus({ run, programs, folder: path.join(run.folder, "prometheus"), rules, ports });
  return {
    ...{ folder, scene, prometheus, gateway, shop, journalDir, query },
    until: (what, isDone) => until(what, isDone, untilMs * patience),
    call: (method, path, body) => call(scene.origin, cookie, { method, path, body }),
    notifyShop: (mode) => {
      const endpointId = endpointOf(scene, mode);
      return scene.send({ perSecond: 1, prefix: `SHOP-${randomUUID()}`, endpointId }).stop();
    },
    runProgram: (name, flags = []) => runProgram(scene, { folder, name, flags }),
    async close() {
      await Promise.all(scene.members.map((member) => member.stop()));
      await scene.cluster.close();
    },
  };
}

async function until(what: string, isDone: () => Promise<boolean>, mostMs: number): Promise<void> {
  const giveUpAt = performance.now() + mostMs;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`The drill waited in vain until ${what}.`);
    await wait(pollMs);
  }
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: "drill", query_timeout: answerMs });
  await client.connect();
  const { rows } = await client.query<Row>(text, values).finally(() => client.end());
  return rows;
}

const endpointOf = ({ database }: Scene, mode: (typeof shopModes)[number]) =>
  database.endpointIds[1 + shopModes.indexOf(mode)] ?? "";

async function forwardToShop(scene: Scene, { url }: TestMerchantServer): Promise<void> {
  const { database } = scene;
  const store = openStore({ url: database.url, connectionsMax: 1, applicationName: "drill" });
  try {
    for (const mode of shopModes) {
      const saved = { endpointId: endpointOf(scene, mode), target: { mode, url }, by: "the drill", at: new Date() };
      await saveForwardTarget(store.db, database.vault, saved);
    }
  } finally {
    await store.close();
  }
}

type Called = { method: "GET" | "POST"; path: string; body: unknown };

function call(origin: string, cookie: string, { method, path, body }: Called): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    headers: { cookie, origin, "content-type": "application/json", "idempotency-key": randomUUID() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  });
}

type Program = { folder: string; name: string; flags: readonly string[] };

async function runProgram({ env }: Scene, { folder, name, flags }: Program): Promise<void> {
  const program = startApp({
    program: `scripts/${name}.ts`,
    flags,
    env: { ...env, DATA_DIR: path.join(folder, name) },
    logFile: path.join(folder, `${name}.log`),
  });
  const { code, said } = await program.ended;
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}: ${said}`);
}
