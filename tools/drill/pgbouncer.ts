import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { say } from "#scripts/support/say.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { countGaps, followEvents, signIn } from "./follower.ts";
import type { Heard } from "./gateway.ts";
import { makePayments } from "./make-payments.ts";
import { openPages } from "./pages.ts";
import { type Pooler, startPooler } from "./pooler.ts";
import { askDoctor, tryWithoutDirect } from "./pooler-settings.ts";
import type { Programs } from "./programs.ts";
import { openScene, probeOf, type Scene } from "./scene.ts";
import { startUpstream, type Upstream } from "./upstream.ts";

export type PgbouncerSize = {
  webs: number;
  perSecond: number;
  calmSeconds: number;
  payments: number;
  kills: number;
  /** By which goals of time are multiplied. */
  patience: number;
};

/** Of all processes together: those of pgbouncer, and three of each web process past it. */
const connectionsMax = 30;
const directOfWeb = 3;
const p99MsMax = 1_000;
const okWithoutPooler = 0.999;
const apartMs = 100;
const aroundMs = 2_000;
const settleMs = 5_000;
const journeys = [
  "/api/session",
  "/api/demo/notifications",
  "/api/demo/find?q=CALM-1",
  "/api/demo/corner-cafe/transactions",
  "/api/demo/bench/notifications",
  "/api/demo/payments",
];

/** All but what needs a session of its own goes through pgbouncer; first with nothing past it, which must lose. */
export async function runPgbouncer(
  run: OwnRun,
  parts: { programs: Programs; pooled: Programs },
  size: PgbouncerSize,
): Promise<DrillResult> {
  const upstream = await startUpstream(run, "demo");
  let pooler: Pooler | undefined;
  const serverConnections = connectionsMax - directOfWeb * size.webs;
  const between = async (databaseUrl: string, folder: string) => {
    pooler = await startPooler({ run, programs: parts.pooled, folder, databaseUrl, serverConnections });
    return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl, DATABASE_POOL: "24", NOTIFY_POOL: "6" };
  };
  const env = { GATEWAY_HOSTS: upstream.host };
  const options = {
    run,
    programs: parts.programs,
    name: "pgbouncer",
    receivers: 1,
    webs: size.webs,
    drainSeconds: 4,
    env,
    between,
  };
  const scene = await openScene(options);
  if (!pooler) throw new Error("pgbouncer was not started.");
  await upstream.connect(scene.database);
  const direct = scene.database.url;
  const figures = [
    ...(await tryWithoutDirect(pooler.url, direct)),
    ...(await askDoctor(pooler.url, direct)),
    ...(await runRight({ scene, pooler, upstream, size })),
  ];
  await Promise.all(scene.members.map((member) => member.stop()));
  await scene.cluster.close();
  return { figures, details: { serverConnections } };
}

type Running = { scene: Scene; pooler: Pooler; upstream: Upstream; size: PgbouncerSize };

async function runRight({ scene, pooler, upstream, size }: Running): Promise<Figure[]> {
  const cookie = await signIn(scene.origin, scene.database);
  const pages = openPages(scene.origin, cookie);
  await pages.untilOk(journeys);
  const follower = followEvents(scene.origin, cookie);
  const counting = countConnections(scene.database.url);
  say("  journeys …");
  const asking = pages.keepAsking(journeys, 4);
  const calm = scene.send({ perSecond: size.perSecond, prefix: "CALM" });
  const unpaid = await makePayments(scene.origin, cookie, size.payments);
  await wait(size.calmSeconds * 1_000);
  const heard = await calm.stop();
  const asked = await asking.stop();
  await wait(settleMs);
  const gaps = await countGaps(scene.database.url, [follower]);
  await follower.stop();
  say("  kills …");
  const crashed = await withKills(scene, size);
  say("  pgbouncer killed …");
  const away = await sendDuringOutage(scene, size, { prefix: "AWAY", kill: () => pooler.kill(), start: () => pooler.start() });
  const most = await counting.stop();
  say("  the database behind it killed …");
  const { cluster } = scene;
  const behind = await sendDuringOutage(scene, size, {
    prefix: "BEHIND",
    kill: () => cluster.stop("immediate"),
    start: () => cluster.start(),
  });
  const acknowledged = new Map([heard, crashed, away, behind].flatMap((some) => [...some.acknowledged]));
  const comparison = await scene.compare({ ...heard, acknowledged });
  return [
    okFigure("pgbouncer: OK at the first try", heard, 1),
    atMost("pgbouncer: p99 of answers", heard.latencyMs.p99, p99MsMax * size.patience, " ms"),
    withReasons(atMost("pgbouncer: pages and searches that failed", asked.failed, 0), asked.failures),
    withReasons(atMost("pgbouncer: payments that failed", unpaid.length, 0), unpaid),
    atMost("pgbouncer: payments sent twice", Math.max(0, upstream.countPayments() - size.payments), 0),
    atMost("pgbouncer: events missed by a page", gaps, 0),
    atMost(`pgbouncer: connections to the server of ${size.webs} web processes and a receiver`, most, connectionsMax),
    okFigure("pgbouncer, killed and started again: OK at the first try", away, okWithoutPooler),
    okFigure("pgbouncer, the database behind it killed: OK at the first try", behind, okWithoutPooler),
    ...comparisonFigures(`pgbouncer, ${size.kills} processes killed too`, comparison),
  ];
}

function withReasons(figure: Figure, reasons: readonly string[]): Figure {
  const all = [...new Set(reasons)].join("; ");
  return all ? { ...figure, value: `${figure.value} (${all})` } : figure;
}

/** A receiver and a web process in turn, at once and without a word; those that send to it then hear nothing. */
async function withKills({ members, send }: Scene, { perSecond, kills }: PgbouncerSize): Promise<Heard> {
  const gateway = send({ perSecond, prefix: "KILL" });
  for (let killed = 0; killed < kills; killed++) {
    await wait(aroundMs);
    const member = members[killed % members.length];
    await member?.kill();
    member?.start();
    await member?.untilOk(probeOf[member.role]);
  }
  return gateway.stop();
}

type Outage = { prefix: string; kill(): Promise<unknown>; start(): Promise<unknown> };

/** While something that they need is killed and started again. */
async function sendDuringOutage({ members, send }: Scene, { perSecond }: PgbouncerSize, outage: Outage): Promise<Heard> {
  await wait(aroundMs);
  const gateway = send({ perSecond, prefix: outage.prefix });
  await wait(aroundMs);
  await outage.kill();
  await wait(aroundMs);
  await outage.start();
  for (const member of members) await member.untilOk("/api/ready");
  await wait(aroundMs);
  return gateway.stop();
}

/** The most connections that our processes had at once, through pgbouncer and past it. */
function countConnections(direct: string): { stop(): Promise<number> } {
  let most = 0;
  let isOver = false;
  const count = async () => {
    const client = new pg.Client({ connectionString: direct, application_name: "drill" });
    client.on("error", () => {});
    await client.connect();
    while (!isOver) {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name <> 'drill' and backend_type = 'client backend'",
      );
      most = Math.max(most, rows[0]?.count ?? 0);
      await wait(apartMs);
    }
    await client.end();
  };
  const counting = count();
  return {
    async stop() {
      isOver = true;
      await counting;
      return most;
    },
  };
}
