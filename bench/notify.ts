import { parseArgs } from "node:util";
import { createSigner } from "#lib/notify/testing/sign.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { say } from "#scripts/support/say.ts";
import { buildVariant } from "./notify/build-variant.ts";
import { openDoors } from "./notify/doors.ts";
import { notifyFigures } from "./notify/figures.ts";
import { measureHalfRate, measureMemory, measureRounds } from "./notify/measure.ts";
import { openPlainInserts } from "./notify/plain-inserts.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";
import { prepareBodies } from "./support/shots.ts";

const connections = 32;
const endpoints = 40;

/** URL_Notify through its three doors, side by side with an empty Next handler and with plain INSERTs (issue 3, Speed). */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "4" },
      memory: { type: "string", default: "200000" },
    },
  });
  const [rounds, seconds, memory] = [Number(values.rounds), Number(values.seconds), Number(values.memory)];
  return withOwnRun("bench-notify", async (ownRun) => {
    await ensureBuilt();
    say("Building a copy with an empty route …");
    const variant = await buildVariant(ownRun);
    say("Signing notifications, starting the doors …");
    const signer = createSigner();
    const bodies = prepareBodies(signer, Math.max(1_000, Math.ceil((memory + 20_000 + rounds * seconds * 10_000) / endpoints)));
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    const doors = await openDoors({ run: ownRun, cluster, bodies, signer, endpoints }, variant);
    const plain = await openPlainInserts(await cluster.createDatabase("plain"), {
      connections,
      body: bodies[0] ?? Buffer.alloc(0),
    });
    const measured = await measureRounds({ doors, plain, connections, rounds, durationMs: seconds * 1_000 });
    await plain.close();
    const half = await measureHalfRate({ doors, connections, measured, durationMs: seconds * 2_000 });
    const kept = await measureMemory({ doors, connections, notifications: memory });
    return publish({ name: "notify", figures: notifyFigures({ measured, half, kept }), details: { measured, half, kept } });
  });
}
