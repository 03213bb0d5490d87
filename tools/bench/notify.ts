import { createSigner } from "#lib/notifications/testing/sign.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { say } from "#scripts/support/say.ts";
import { buildVariant } from "./notify/build-variant.ts";
import { openEntryPoints } from "./notify/entry-points.ts";
import { notifyFigures } from "./notify/figures.ts";
import { measureHalfRate, measureMemory, measureRounds, warmUpNotifications } from "./notify/measure.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { readSizes } from "./support/read-sizes.ts";
import { publish } from "./support/report.ts";
import { prepareBodies } from "./support/shots.ts";

const connections = 32;
const endpoints = 40;
/** More than any entry point accepts in a second. */
const perSecondMax = 10_000;

const usual = { rounds: 7, seconds: 4, memory: 200_000, huge: 300, settleMs: 1_500 };
const tiny = { rounds: 1, seconds: 0.2, memory: 100, huge: 20, settleMs: 50 };

/** URL_Notify at its three entry points, compared with an empty Next handler and one that only verifies and stores. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { rounds, seconds, memory, huge, settleMs, isTiny } = readSizes(flags, usual, tiny);
  return withOwnRun("bench-notify", async (ownRun) => {
    await ensureBuilt();
    say("Building a copy with an empty route and a baseline …");
    const variant = await buildVariant(ownRun, { isTiny });
    say("Signing notifications, starting the servers …");
    const signer = createSigner();
    const notifications = memory + warmUpNotifications(memory) + (rounds + 2) * seconds * perSecondMax;
    const bodies = prepareBodies(signer, Math.ceil(notifications / endpoints));
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    const entryPoints = await openEntryPoints({ run: ownRun, cluster, bodies, signer, endpoints }, variant);
    const measured = await measureRounds({ entryPoints, connections, rounds, durationMs: seconds * 1_000 });
    const half = await measureHalfRate({ entryPoints, connections, measured, durationMs: seconds * 2_000 });
    const kept = await measureMemory({ entryPoints, connections, notifications: memory, hugeMegabytes: huge, settleMs });
    return publish({
      name: "notify",
      figures: notifyFigures({ measured, half, kept }),
      details: { measured, half, kept },
      isTiny,
    });
  });
}
