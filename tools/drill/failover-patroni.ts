import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { DrillResult } from "./deploy.ts";
import { database, type FailoverSize, pagePaths, untilAllWrite } from "./failover-stage.ts";
import { writesFigure } from "./failover-standby.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { countGaps, followEvents, readDeliveryIds, signIn } from "./follower.ts";
import { networkInterface, openNetwork } from "./machine.ts";
import { createMarkers, readMarkers } from "./markers.ts";
import { openPages, type Pages } from "./pages.ts";
import { drillAddress, openPatroni, type PatroniCluster, unpackPatroni } from "./patroni-cluster.ts";
import { type PatroniNode, type Promotion, ports } from "./patroni-node.ts";
import type { Programs, Unpacked } from "./programs.ts";
import { openScene, type Scene } from "./scene.ts";
import type { Written } from "./until-written.ts";
import { type WriterWatch, watchWriters } from "./writer-watch.ts";

type Tools = { programs: Programs; unpacked: Unpacked };
type Stage = { scene: Scene; pair: PatroniCluster; pages: Pages; watch: WriterWatch; size: FailoverSize };
/** What happens to the primary, and how its machine becomes whole again. */
type Event = { name: string; strike(old: PatroniNode): Promise<void> | void; mend(old: PatroniNode): void };
type Happened = { name: string; promotion: Promotion; seconds: number; written: Written[] };

const part = "failover --patroni";
/** What a machine sends and hears, as nft says it; not what it says to itself. */
const [leaves, arrives] = [`oifname "${networkInterface}"`, `iifname "${networkInterface}"`];
const okShareWanted = 0.999;
const aroundMs = 1_000;
/** Long enough for the standby to miss many notifications, and too short for the primary to leave it. */
const behindMs = 3_000;

/** The same as `failover`, decided by Patroni, with what is in `deploy/`; first with an asynchronous standby, which must lose. */
export async function runPatroni(
  run: OwnRun,
  { programs, folder }: { programs: Programs; folder: string },
  size: FailoverSize,
): Promise<DrillResult> {
  const tools = { programs, unpacked: unpackPatroni(folder) };
  openNetwork(programs, drillAddress);
  const wrong = await runAsynchronous(run, tools, size);
  const { scene, pair } = await openStage(run, tools, { name: "patroni", webs: size.webs, isSynchronous: true });
  const cookie = await signIn(scene.origin, scene.database);
  const pages = openPages(scene.origin, cookie);
  await pages.untilOk(pagePaths);
  await createMarkers(pair.primary().url(database));
  const follower = followEvents(scene.origin, cookie, () => readDeliveryIds(scene.database.url));
  const watch = watchWriters(pair.nodes, pair.primary());
  const stage = { scene, pair, pages, watch, size };
  const gateway = scene.send({ perSecond: size.perSecond, prefix: "PATRONI" });
  await wait(aroundMs);
  const happened: Happened[] = [];
  for (const event of listEvents(pair)) happened.push(await afterEvent(stage, event));
  await wait(aroundMs);
  const heard = await gateway.stop();
  await watch.stop();
  const written = happened.flatMap((event) => event.written);
  const acknowledged = new Map([heard, ...written].flatMap((some) => [...some.acknowledged]));
  const comparison = await scene.compare({ ...heard, acknowledged });
  const gaps = await countGaps(scene.database.url, [follower]);
  await follower.stop();
  const writers = watch.counts(await readMarkers(pair.primary().url(database)));
  const ways = await Promise.all(pair.nodes.map((node) => node.countWays()));
  await close(scene, pair);
  const sum = (field: "rewinds" | "copies") => ways.reduce((total, way) => total + way[field], 0);
  const figures = [
    atLeast(`${part}, wrong (synchronous_mode off, the standby behind): lost`, wrong.lost, 1),
    atLeast(`${part}, wrong: writes acknowledged by a server while the other one was the primary`, wrong.accepted, 1),
    okFigure(`${part}: OK at the first try`, heard, okShareWanted),
    ...comparisonFigures(part, comparison),
    ...happened.map(({ name, seconds }) => ({ name: `${part}, ${name}: seconds until promoted`, value: seconds.toFixed(1) })),
    writesFigure(`${part}: every process writes, and pages answer, after a promotion within`, written, size.patience),
    atLeast(`${part}: writes tried at a server while the other one was the primary`, writers.tried, 1),
    atMost(`${part}: of these acknowledged`, writers.accepted, 0),
    atMost(`${part}: of these there in the end`, writers.left, 0),
    atLeast(`${part}: writes that the primary acknowledged`, writers.written, 1),
    atMost(`${part}: of these missing in the end`, writers.lost, 0),
    atLeast(`${part}: times an old primary came back by pg_rewind`, sum("rewinds"), 1),
    // The first copy made the standby.
    atMost(`${part}: times one needed a new copy`, sum("copies") - 1, 0),
    atMost(`${part}: events missed by a page`, gaps, 0),
    { name: `${part}: times a page was told to read its data again`, value: String(follower.counts().reloads) },
  ];
  const details = happened.map(({ name, seconds, written: some }) => ({ name, seconds, writes: some.map((one) => one.seconds) }));
  return { figures, details: { comparison, happened: details, writers, ways, latencyMs: heard.latencyMs } };
}

function listEvents(pair: PatroniCluster): Event[] {
  let heal = () => {};
  return [
    {
      name: "PostgreSQL and Patroni killed",
      strike: (old) => old.machine.kill(["postgres", "patroni"]),
      mend: (old) => old.startPatroni(),
    },
    // PostgreSQL goes on as a primary that nobody manages.
    { name: "Patroni killed", strike: (old) => old.machine.kill(["patroni"]), mend: (old) => old.startPatroni() },
    {
      name: "cut off",
      strike: (old) => {
        const drop = old.machine.drop({ output: `${leaves} drop;`, input: `${arrives} drop;` });
        drop.begin();
        heal = drop.end;
      },
      mend: () => heal(),
    },
    {
      name: "planned switchover",
      strike: (old) => old.control(["switchover", "--primary", old.name, "--candidate", pair.standby().name, "--force"]),
      mend: () => {},
    },
  ];
}

async function afterEvent({ watch, ...stage }: Stage, { name, strike, mend }: Event): Promise<Happened> {
  const { pair } = stage;
  say(`  ${name} …`);
  const old = pair.primary();
  const startedMs = performance.now();
  const [promotion] = await Promise.all([pair.untilPromoted(), strike(old)]);
  watch.note(promotion);
  const prefix = name.toUpperCase().replaceAll(" ", "-");
  const written = await untilAllWrite(stage, { since: promotion.afterMs, prefix });
  mend(old);
  await pair.untilFollowing();
  return { name, promotion, seconds: (promotion.afterMs - startedMs) / 1_000, written };
}

type Wrong = { lost: number; accepted: number };

/** The standby hears nothing of the primary for a while, but of etcd, and the primary goes on when its Patroni has died. */
async function runAsynchronous(run: OwnRun, tools: Tools, { perSecond }: FailoverSize): Promise<Wrong> {
  say("  an asynchronous standby …");
  const { scene, pair } = await openStage(run, tools, { name: "patroni-wrong", webs: 0, isSynchronous: false });
  await createMarkers(pair.primary().url(database));
  const watch = watchWriters(pair.nodes, pair.primary());
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await wait(aroundMs);
  const [old, standby] = [pair.primary(), pair.standby()];
  standby.machine
    .drop({ output: `${leaves} tcp dport ${ports.database} drop;`, input: `${arrives} tcp sport ${ports.database} drop;` })
    .begin();
  await wait(behindMs);
  const [promotion] = await Promise.all([pair.untilPromoted(), old.machine.kill(["patroni"])]);
  watch.note(promotion);
  await wait(aroundMs);
  await watch.stop();
  await old.machine.powerOff();
  const { lost } = await scene.compare(await gateway.stop(), { settleMs: aroundMs });
  const { accepted } = watch.counts(await readMarkers(pair.primary().url(database)));
  await close(scene, pair);
  return { lost: lost.length, accepted };
}

async function openStage(
  run: OwnRun,
  { programs, unpacked }: Tools,
  { name, webs, isSynchronous }: { name: string; webs: number; isSynchronous: boolean },
): Promise<Pick<Stage, "scene" | "pair">> {
  let pair: PatroniCluster | undefined;
  const openCluster = async (folder: string) => {
    pair = await openPatroni({ run, programs, unpacked, folder: path.join(folder, "database"), isSynchronous });
    return pair;
  };
  const scene = await openScene({ run, programs, name, receivers: 2, webs, drainSeconds: 0, openCluster });
  if (!pair) throw new Error("No servers were started.");
  return { scene, pair };
}

async function close({ members }: Scene, pair: PatroniCluster): Promise<void> {
  await Promise.all(members.map((member) => member.stop()));
  await pair.close();
}
