import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { LiveSubscription } from "../events/event-stream.ts";
import { jobConnections, openStores, type Stores } from "../stores/open-stores.ts";
import { createBackground } from "./job-queue.ts";

let store: TestStore;
let stores: Stores;
beforeEach(async () => {
  store = await createTestStore();
  stores = openStores({ databaseUrl: store.url, connections: 8 });
});
afterEach(async () => {
  await stores.close();
  await store.drop();
});

const nothing = async () => {};

/** Connections to this database by the program that they name. */
async function countByProgram(): Promise<Record<string, number>> {
  const { rows } = await store.pool.query<{ program: string; count: number }>(
    `select application_name as program, count(*)::int from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() group by 1`,
  );
  return Object.fromEntries(rows.map(({ program, count }) => [program, count]));
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Background work whose jobs do nothing but what `given` says, and the subscriptions to its live events. */
function openBackground(given: Partial<Parameters<typeof createBackground>[0]>) {
  const subscriptions: LiveSubscription[] = [];
  const background = createBackground({
    store: stores.jobs,
    log: silent,
    metrics: { recordJobFailure: () => {} },
    live: {
      start: nothing,
      subscribe: (subscription) => {
        subscriptions.push(subscription);
        return () => {};
      },
      cursor: () => "",
      position: () => "",
      watchSession: () => () => {},
      closeStreams: () => {},
      close: nothing,
    },
    sandbox: undefined,
    forwarding: { start: () => {}, stop: nothing },
    pollPayments: async () => 0,
    workers: [],
    ledgerSync: { stop: nothing },
    sync: { start: () => {}, stop: nothing },
    anchorAudit: nothing,
    probeGateways: nothing,
    evaluateAlerts: nothing,
    deliverAlerts: nothing,
    makeMonths: nothing,
    removeExpired: nothing,
    ...given,
  });
  return { background, subscriptions };
}

// Wrong: a pool of its own, which no metric and no setting counts.
test("the job queue works with the connections of its own pool, opens no others, and polls as soon as a payment changes", {
  meta: { slow: "Starts the job queue, which makes its tables." },
}, async () => {
  let polls = 0;
  const { background, subscriptions } = openBackground({
    pollPayments: async () => {
      polls++;
      return 0;
    },
  });
  await background.start();
  await eventually(() => expect(polls).toBeGreaterThan(0));
  // Wrong: without this, a refund waits for the job of the next minute, and its page says that it is not finished.
  const before = polls;
  for (const { environment, onEvent } of subscriptions)
    onEvent({ id: "1", cursor: "1", type: "payment", environment, merchantId: "m", merchant: "m", data: {} });
  await eventually(() => expect(polls).toBeGreaterThan(before));
  const { [store.pool.options.application_name ?? ""]: _own, ...others } = await countByProgram();
  await background.stop();
  expect(others).toEqual({ "counterfoil jobs": stores.jobs.pool.totalCount });
  expect(stores.jobs.pool.totalCount).toBeLessThanOrEqual(jobConnections);
});

// Wrong: pg-boss keeps the error in a table that nobody reads, and open payments are polled once a minute from then on.
test("a job that fails is logged and counted, and what it would have started goes on", {
  meta: { slow: "Starts the job queue, and polls payments again after some seconds." },
}, async () => {
  const logged: unknown[] = [];
  const failures: string[] = [];
  const cause = new Error("no room");
  let polls = 0;
  let deliveries = 0;
  const { background } = openBackground({
    log: { ...silent, error: (entry) => void logged.push(entry) },
    metrics: { recordJobFailure: (queue) => void failures.push(queue) },
    pollPayments: async () => {
      polls++;
      throw cause;
    },
    evaluateAlerts: async () => {
      throw cause;
    },
    deliverAlerts: async () => {
      deliveries++;
    },
  });
  await background.start();
  await eventually(() => expect(logged).toContainEqual({ cause, queue: "payments.follow" }));
  expect(failures).toContain("payments.follow");
  await eventually(() => expect(polls).toBeGreaterThan(1));
  const boss = new PgBoss({ migrate: false, supervise: false, db: { executeSql: (...query) => store.pool.query(...query) } });
  await boss.send("alerts.evaluate");
  await eventually(() => expect(failures).toContain("alerts.evaluate"));
  await eventually(() => expect(deliveries).toBeGreaterThan(0));
  await background.stop();
});
