import { setTimeout as wait } from "node:timers/promises";
import { type HostileAlphabet, hostileAlphabets } from "#lib/app/testing/hostile-bodies.ts";
import { createSigner } from "#lib/notifications/testing/sign.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { say } from "#scripts/support/say.ts";
import { type Attack, attack, type Observed, observe } from "./hostile/attack.ts";
import { openEntryPoint } from "./notify/entry-points.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { readSizes } from "./support/read-sizes.ts";
import { type Figure, publish } from "./support/report.ts";
import { prepareBodies } from "./support/shots.ts";

const goals = { healthBeyondQuietMs: 250, genuineMs: 1_000 };
const hostileEndpoints = 10;
const genuineBodies = 4_000;

const usual = { bodies: 200, quietMs: 10_000 };
const tiny = { bodies: 10, quietMs: 200 };

/** `npm run bench -- hostile`: the effect on other callers while forged bodies, designed to be slow to search and mask, are posted. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { bodies, quietMs, isTiny } = readSizes(flags, usual, tiny);
  return withOwnRun("bench-hostile", async (ownRun) => {
    await ensureBuilt();
    say("Signing genuine notifications, starting the server …");
    const signer = createSigner();
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    const programs = {
      run: ownRun,
      cluster,
      bodies: prepareBodies(signer, isTiny ? genuineBodies / 10 : genuineBodies),
      signer,
      endpoints: hostileEndpoints + 1,
    };
    const entryPoint = await openEntryPoint(programs, { name: "front", isProcessing: true, program: "scripts/start.ts" });
    // The first responses load modules that the later ones reuse.
    await observe(entryPoint, () => wait(quietMs / 2));
    say("Quiet …");
    const quiet = await observe(entryPoint, () => wait(quietMs));
    const attacks: Attack[] = [];
    for (const alphabet of Object.keys(hostileAlphabets) as HostileAlphabet[]) {
      say(`${bodies} bodies of ${alphabet} …`);
      attacks.push(await attack({ entryPoint, endpointIds: entryPoint.endpointIds.slice(1), bodies }, alphabet));
    }
    const figures = [quietFigure(quiet), ...attacks.flatMap((found) => attackFigures(found, { quiet, bodies }))];
    return publish({ name: "hostile", figures, details: { quiet, attacks }, isTiny });
  });
}

function quietFigure({ health, genuine }: Observed): Figure {
  return {
    name: "quiet: p99 of /api/health and of genuine notifications",
    value: `${health.latencyMs.p99.toFixed(1)} and ${genuine.latencyMs.p99.toFixed(1)} ms`,
  };
}

function attackFigures(found: Attack, { quiet, bodies }: { quiet: Observed; bodies: number }): Figure[] {
  const { alphabet, health, genuine, stored, followedMs } = found;
  const healthGoalMs = quiet.health.latencyMs.p99 + goals.healthBeyondQuietMs;
  const failed = [health, genuine].flatMap(({ others }) => Object.keys(others));
  return [
    {
      name: `${alphabet}: slowest of ${health.count} answers of /api/health`,
      value: `${health.latencyMs.max.toFixed(1)} ms (p99 ${health.latencyMs.p99.toFixed(1)})`,
      goal: `below ${healthGoalMs.toFixed(0)} ms`,
      isMet: health.latencyMs.max < healthGoalMs,
    },
    {
      name: `${alphabet}: slowest of ${genuine.count} genuine notifications`,
      value: `${genuine.latencyMs.max.toFixed(1)} ms (p99 ${genuine.latencyMs.p99.toFixed(1)})`,
      goal: `below ${goals.genuineMs} ms`,
      isMet: genuine.latencyMs.max < goals.genuineMs,
    },
    {
      name: `${alphabet}: forged bodies stored, other answers than expected`,
      value: `${stored}, ${failed.length === 0 ? "none" : failed.join(", ")}`,
      goal: `${bodies}, none`,
      isMet: stored === bodies && failed.length === 0,
    },
    { name: `${alphabet}: last job done after the last body`, value: `${(followedMs / 1_000).toFixed(1)} s` },
  ];
}
