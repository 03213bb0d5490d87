import { randomBytes } from "node:crypto";
import { createRandom } from "#lib/core/testing/create-random.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { say } from "#scripts/support/say.ts";
import { startCluster } from "./support/cluster.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { comparePayments } from "./support/payments/compare-payments.ts";
import { startFaultyGateway } from "./support/payments/faulty-gateway.ts";
import { paymentFigures } from "./support/payments/figures.ts";
import { makeIntents, stormMerchants } from "./support/payments/make-intents.ts";
import { storm, waitUntilClosed } from "./support/payments/payment-storm.ts";
import { startWholeApp } from "./support/payments/whole-app.ts";
import { readSizes } from "./support/read-sizes.ts";
import { publish } from "./support/report.ts";

const workers = 12;
const killEvery = 70;
const closeWithinMs = 12 * 60_000;

const usual = { count: 1_000, seed: randomBytes(4).readUInt32LE() };
const tiny = { count: 6 };

/**
 * `npm run bench -- payments`: payments through the whole app while the gateway drops, garbles and rejects calls and
 * the app is killed repeatedly. In the end each payment is at the gateway once at most, in the state that the app shows.
 * A tiny run has neither faults nor kills: absence is certain only minutes after an unknown outcome.
 */
export function run(args: readonly string[]): Promise<0 | 1> {
  return withOwnRun("payments", (own) => measure(own, readSizes(args, usual, tiny)));
}

async function measure({ folder, defer }: OwnRun, { count, seed, isTiny }: typeof usual & { isTiny: boolean }): Promise<0 | 1> {
  await ensureBuilt();
  const random = createRandom(seed);
  const intents = makeIntents(count, random);
  const gateway = await startFaultyGateway({ merchants: stormMerchants, random });
  defer(() => gateway.close());
  if (isTiny) gateway.heal();
  const cluster = await startCluster(folder);
  defer(() => cluster.close());
  const app = await startWholeApp({ folder, databaseUrl: await cluster.createDatabase("desk"), gateway });
  defer(() => app.close());
  const { client } = app;
  const onTurn = (before: number) => {
    if (before % killEvery === killEvery - 1) app.killAndRestart();
    if (before % 100 === 0) say(`${before} of ${intents.length} payments, ${app.kills()} kills`);
  };
  const startedMs = performance.now();
  const answers = await storm({ client, intents, workers, random, onTurn });
  const stormSeconds = secondsSince(startedMs);
  say("Waiting until every outcome is known: absence takes its two looks two minutes apart.");
  const payments = await waitUntilClosed(client, closeWithinMs);
  const result = comparePayments(intents, { app: payments, gateway: await gateway.payments() });
  const played = Object.fromEntries(gateway.played);
  return publish({
    name: "payments",
    figures: [
      ...paymentFigures(result, {
        count: intents.length,
        kills: app.kills(),
        killsWanted: Math.floor(intents.length / killEvery),
        faults: Object.values(played).reduce((sum, times) => sum + times, 0),
      }),
      { name: "storm", value: `${stormSeconds} s` },
      { name: "until every outcome was known", value: `${secondsSince(startedMs)} s` },
    ],
    details: { seed, played, answers: Object.fromEntries(answers), ...result },
    isTiny,
  });
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1_000);
}
