import { randomBytes } from "node:crypto";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { createRandom } from "#lib/core/testing/create-random.ts";
import { ledgerLease } from "#lib/db/schema/transaction.ts";
import { createTestStore } from "#lib/db/testing/test-store.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { comparePayments } from "./support/payments/compare-payments.ts";
import { connectDemo } from "./support/payments/connect-demo.ts";
import { startFaultyGateway } from "./support/payments/faulty-gateway.ts";
import { startKillableApp } from "./support/payments/killable-app.ts";
import { makeIntents, stormMerchants } from "./support/payments/make-intents.ts";
import { storm, waitUntilClosed } from "./support/payments/payment-storm.ts";
import { makeTempFolder, removeFolder } from "./support/temp-folder.ts";

const seed = randomBytes(4).readUInt32LE();
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** An app process on a database of its own, connected to the gateway, with timeouts of seconds. */
async function startDashboard(gateway: { url: string; connectFile: object }) {
  const store = await createTestStore({ connectionsMax: 2 });
  closing.push(() => store.drop());
  const dataDir = await makeTempFolder("payments");
  closing.push(() => removeFolder(dataDir));
  const port = await freePort();
  const { rows } = await store.db.execute<{ name: string }>("select current_database() as name");
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: inject("clusterUrl").replace(/\/postgres$/, `/${rows[0]?.name}`),
    SANDBOX: "off",
    GATEWAY_HOSTS: new URL(gateway.url).host,
    LIMITS: JSON.stringify({ callMs: 4_000, apartMs: 3_000 }),
  };
  await connectDemo(store, env, gateway.connectFile);
  const client = { base: `http://127.0.0.1:${port}`, headers: {} };
  const probe = async () => {
    await fetch(`${client.base}/api/demo/payments`);
    return client;
  };
  const program = "tools/bench/support/payments/payment-room.ts";
  const logFile = path.join(dataDir, "desk.log");
  const app = await startKillableApp({ program, env, logFile, probe, startWithinMs: 40_000 });
  closing.push(() => app.close());
  return { app, store };
}

const options = { tags: ["long"], meta: { slow: "200 payments through faults and three kills, followed to their ends" } };

test(`faults and kill -9 make no payment twice and leave no state untrue (seed ${seed})`, options, async () => {
  const random = createRandom(seed);
  const gateway = await startFaultyGateway({ merchants: stormMerchants, random });
  closing.push(() => gateway.close());
  const { app, store } = await startDashboard(gateway);
  const intents = makeIntents(200, random);
  const { client } = app;
  const onTurn = (before: number) => {
    if (before % 60 === 50) app.killAndRestart();
  };
  await storm({ client, intents, workers: 6, random, onTurn });
  // A dead process's lease on a ledger expires after a minute, which this test need not wait for.
  await store.db.delete(ledgerLease);
  const payments = await waitUntilClosed(client, 90_000);
  const { doubled, differing, strange, happened } = comparePayments(intents, {
    app: payments,
    gateway: await gateway.payments(),
  });
  expect({ doubled, differing, strange }).toEqual({ doubled: [], differing: [], strange: [] });
  expect(app.kills()).toBe(3);
  expect(gateway.played.size).toBeGreaterThan(8);
  expect(happened).toBeGreaterThan(50);
});
