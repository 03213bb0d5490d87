import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { DrillResult } from "./deploy.ts";
import { database, type FailoverSize, openStage, pagePaths, type Stage, untilAllWrite } from "./failover-stage.ts";
import { withoutStandby, writesFigure } from "./failover-standby.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { countGaps, followEvents, readDeliveryIds, signIn } from "./follower.ts";
import { createMarkers, readMarkers, tryWrite } from "./markers.ts";
import { createPacketDrop } from "./packet-drop.ts";
import { openPages } from "./pages.ts";
import type { Programs } from "./programs.ts";
import type { Written } from "./until-written.ts";

const okShareWanted = 0.999;
/** How long a cluster manager waits before it takes a server for lost. */
const noticedMs = 2_000;
const aroundMs = 1_000;

/** The primary is killed and cut off again and again under load; first with an asynchronous standby, which must lose. */
export async function runFailover(run: OwnRun, programs: Programs, size: FailoverSize): Promise<DrillResult> {
  const wrong = await runAsynchronous(run, programs, size);
  const { pair, scene } = await openStage(run, programs, { name: "failover", webs: size.webs, isSynchronous: true });
  const cookie = await signIn(scene.origin, scene.database);
  const pages = openPages(scene.origin, cookie);
  await pages.untilOk(pagePaths);
  await createMarkers(pair.primary().url(database));
  const follower = followEvents(scene.origin, cookie, () => readDeliveryIds(scene.database.url));
  const stage = { scene, pair, pages, size };
  const gateway = scene.send({ perSecond: size.perSecond, prefix: "FAIL" });
  await wait(aroundMs);
  const written: Written[] = [];
  for (let done = 0; done < size.kills; done++) written.push(...(await afterKill(stage, done)));
  let accepted = 0;
  for (let done = 0; done < size.cuts; done++) {
    const cut = await afterCut(stage, programs, done);
    written.push(...cut.written);
    accepted += cut.isAccepted ? 1 : 0;
  }
  await wait(aroundMs);
  const heard = await gateway.stop();
  const away = await withoutStandby(stage);
  const acknowledged = new Map([heard, ...written, ...away.heard].flatMap((some) => [...some.acknowledged]));
  const comparison = await scene.compare({ ...heard, acknowledged });
  // Past haproxy: it asks this process for the primary, which could not answer while it compared.
  const gaps = await countGaps(pair.primary().url(database), [follower]);
  await follower.stop();
  const left = await readMarkers(pair.primary().url(database));
  await Promise.all(scene.members.map((member) => member.stop()));
  await pair.close();
  const seconds = written.map(({ seconds: after }) => after);
  const figures = [
    atLeast("failover, wrong (an asynchronous standby): lost", wrong.lost, 1),
    atLeast(
      "failover, wrong (an asynchronous standby): commits that a server acknowledged which was cut off",
      Number(wrong.isAccepted),
      1,
    ),
    okFigure(`failover, ${size.kills} times killed, ${size.cuts} times cut off: OK at the first try`, heard, okShareWanted),
    ...comparisonFigures("failover", comparison),
    writesFigure("failover: every process writes, and pages answer, after a promotion within", written, size.patience),
    atMost("failover: commits that a server acknowledged which was cut off", accepted, 0),
    atMost("failover: rows of such commits in the end", left.length, 0),
    atMost("failover: events missed by a page", gaps, 0),
    { name: "failover: times a page was told to read its data again", value: String(follower.counts().reloads) },
    ...away.figures,
  ];
  return { figures, details: { comparison, seconds, latencyMs: heard.latencyMs } };
}

type Wrong = { lost: number; isAccepted: boolean };

/** The standby receives nothing for a while before it takes over, as one that lags, and the old primary goes on. */
async function runAsynchronous(run: OwnRun, programs: Programs, { perSecond }: FailoverSize): Promise<Wrong> {
  say("  an asynchronous standby …");
  const { scene, pair } = await openStage(run, programs, { name: "failover-wrong", webs: 0, isSynchronous: false });
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await wait(aroundMs);
  await pair.query(pair.standby(), "alter system set primary_conninfo = ''");
  await pair.query(pair.standby(), "select pg_reload_conf()");
  await wait(aroundMs);
  const old = pair.primary();
  await createMarkers(pair.primary().url(database));
  const inside = await old.connectInside(database);
  pair.leadTo(undefined);
  await wait(aroundMs);
  await pair.promote();
  pair.leadTo(pair.primary());
  const isAccepted = await tryWrite(inside, "wrong");
  await old.kill();
  await inside.end().catch(() => {});
  await wait(aroundMs);
  const { lost } = await scene.compare(await gateway.stop(), { settleMs: aroundMs });
  await Promise.all(scene.members.map((member) => member.stop()));
  await pair.close();
  return { lost: lost.length, isAccepted };
}

async function afterKill(stage: Stage, number: number): Promise<Written[]> {
  const { pair } = stage;
  say(`  killed, ${number + 1} …`);
  await pair.primary().kill();
  pair.leadTo(undefined);
  // An address may move before the server has become the primary: processes then meet one that only reads.
  if (number % 2 === 0) {
    pair.leadTo(pair.standby());
    await wait(noticedMs);
  }
  const promotedAt = performance.now();
  await pair.promote();
  pair.leadTo(pair.primary());
  const written = await untilAllWrite(stage, { since: promotedAt, prefix: `KILLED-${number}` });
  await pair.rejoin();
  return written;
}

/** The old primary runs on, is reached by processes of its own machine only, and is fenced late. */
async function afterCut(stage: Stage, programs: Programs, number: number) {
  const { pair } = stage;
  say(`  cut off, ${number + 1} …`);
  const old = pair.primary();
  const inside = await old.connectInside(database);
  const drop = createPacketDrop(programs, old.port);
  drop.begin();
  await wait(noticedMs);
  const promotedAt = performance.now();
  await pair.promote();
  pair.leadTo(pair.primary());
  const isAccepted = await tryWrite(inside, `cut ${number}`);
  const written = await untilAllWrite(stage, { since: promotedAt, prefix: `CUT-${number}` });
  await old.kill();
  drop.end();
  await inside.end().catch(() => {});
  await pair.rejoin();
  return { isAccepted, written };
}
