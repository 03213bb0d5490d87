import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { checkStandby } from "#lib/app/doctor/check-standby.ts";
import { say } from "#scripts/support/say.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DatabasePair } from "./failover-pair.ts";
import { database, type Stage, untilAllWrite, writesWithinSeconds } from "./failover-stage.ts";
import { atMost, okFigure } from "./figures.ts";
import type { Heard } from "./gateway.ts";
import type { Written } from "./until-written.ts";

export type StandbyAway = { figures: Figure[]; heard: Pick<Heard, "acknowledged">[] };

const okShareWanted = 0.999;
const decidedMsMax = 4_000;
/** The most that a process opens with the pools of a scene: the wait must not use up the server's. */
const connectionsOfEach = 24;
const showsWithinMs = 10_000;
const pollMs = 250;

/** The standby is away: commits wait, then, after a cluster manager has decided so, go on. */
export async function withoutStandby(stage: Stage): Promise<StandbyAway> {
  const waiting = await whileCommitsWait(stage);
  const going = await whileCommitsGoOn(stage);
  return { figures: [...waiting.figures, ...going.figures], heard: [...waiting.heard, ...going.heard] };
}

async function whileCommitsWait(stage: Stage): Promise<StandbyAway> {
  const { scene, pair, size } = stage;
  say("  the standby is away, and commits wait …");
  await pair.standby().kill();
  const gateway = scene.send({ perSecond: size.perSecond, prefix: "WAIT" });
  await wait(size.awaySeconds * 1_000);
  const connections = await countConnections(pair);
  const told = [await showsMetric(stage, "standby_missing", 1), await warnsDoctor(pair)];
  const heard = await gateway.stop();
  await pair.standby().start();
  const back = await untilAllWrite(stage, { since: performance.now(), prefix: "BACK" });
  await pair.untilFollowing();
  const name = `failover, the standby is away for ${size.awaySeconds} s, commits wait`;
  return {
    figures: [
      okFigure(`${name}: OK at the first try`, heard, okShareWanted),
      atMost(`${name}: slowest answer`, heard.latencyMs.max, decidedMsMax * size.patience, " ms"),
      atMost(`${name}: connections to the server then`, connections, scene.members.length * connectionsOfEach),
      toldFigure(`${name}: told by the metric and by the doctor`, told),
      writesFigure(`${name}: every process writes, and pages answer, when it is back, after`, back, size.patience),
    ],
    heard: [heard, ...back],
  };
}

async function whileCommitsGoOn(stage: Stage): Promise<StandbyAway> {
  const { pair, size } = stage;
  say("  the standby is away, and commits go on …");
  await pair.standby().kill();
  await pair.setWaiting(false);
  const written = await untilAllWrite(stage, { since: performance.now(), prefix: "GO" });
  const told = [await showsMetric(stage, "standby_wanted", 0)];
  await pair.standby().start();
  await pair.setWaiting(true);
  await pair.untilFollowing();
  const name = "failover, the standby is away, commits go on";
  return {
    figures: [
      writesFigure(`${name}: every process writes, and pages answer, after`, written, size.patience),
      toldFigure(`${name}: told by the metric`, told),
    ],
    heard: written,
  };
}

export function writesFigure(name: string, written: readonly Written[], patience: number): Figure {
  return atMost(name, Math.max(...written.map(({ seconds }) => seconds)), writesWithinSeconds * patience, " s");
}

const toldFigure = (name: string, told: readonly boolean[]): Figure => ({
  name,
  value: told.map((isTold) => (isTold ? "yes" : "no")).join(", "),
  goal: told.map(() => "yes").join(", "),
  isMet: told.every(Boolean),
});

/** Whether a web process shows that value; a scrape may come before it can know. */
async function showsMetric({ scene, size }: Stage, name: string, value: number): Promise<boolean> {
  const web = scene.members.find(({ role }) => role === "web");
  const giveUpAt = performance.now() + showsWithinMs * size.patience;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${web?.port}/api/metrics`).catch(() => undefined);
    const text = await answer?.text().catch(() => "");
    if (text?.includes(`\ncounterfoil_database_${name} ${value}\n`)) return true;
    if (performance.now() > giveUpAt) return false;
    await wait(pollMs);
  }
}

async function warnsDoctor(pair: DatabasePair): Promise<boolean> {
  const client = new pg.Client({ connectionString: pair.primary().url(database) });
  client.on("error", () => {});
  await client.connect();
  const findings = await checkStandby(client).finally(() => client.end());
  return findings.some(({ level }) => level === "warning");
}

async function countConnections(pair: DatabasePair): Promise<number> {
  const text = "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'";
  const [row] = await pair.query<{ count: number }>(pair.primary(), text);
  return row?.count ?? Number.NaN;
}
