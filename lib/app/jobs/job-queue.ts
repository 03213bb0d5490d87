import { PgBoss, type WorkOptions } from "pg-boss";
import { environments } from "#lib/core/identifiers.ts";
import { withSpan } from "#lib/core/trace-span.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { Log } from "#lib/services/log.ts";
import { retentionCron } from "#lib/services/retention/first-kept-day.ts";
import type { LiveHub } from "../events/event-stream.ts";
import type { Forwarding } from "../notify/forwarding.ts";
import type { Worker } from "./repeat-work.ts";

const pollQueue = "payments.follow";
const anchorQueue = "audit.anchor";
const probeQueue = "profile.probe";
const alertsQueue = "alerts.evaluate";
const alertMessagesQueue = "alerts.deliver";
const retentionQueue = "retention.remove";
const shortJob = { policy: "short", retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3_600 } as const;
const pollAgainSeconds = 3;
const stopWithinMs = 8_000;

type Options = {
  /** For the job queue alone. */
  store: Pick<Store, "pool">;
  log: Log;
  live: LiveHub;
  sandbox: Sandbox | undefined;
  forwarding: Pick<Forwarding, "start" | "stop">;
};

/** The jobs; each function runs one round. */
export type BackgroundJobs = {
  pollPayments: () => Promise<number>;
  /** Workers that run continuously in each process, besides the shared jobs. */
  workers: readonly Worker[];
  ledgerSync: { stop(): Promise<void> };
  sync: { start(): void; stop(): Promise<void> };
  anchorAudit: () => Promise<void>;
  probeGateways: () => Promise<void>;
  evaluateAlerts: () => Promise<void>;
  /** Sends messages about what has changed. */
  deliverAlerts: () => Promise<void>;
  /** Creates the table partitions of the next weeks. */
  makeMonths: () => Promise<void>;
  removeExpired: (isStopping: () => boolean) => Promise<void>;
};

/** The background work of this process; several processes share the jobs of one database. A start that failed may be tried again. */
export type Background = { start(): Promise<void>; stop(): Promise<void> };

export function createBackground({
  store,
  log,
  live,
  sandbox,
  forwarding,
  pollPayments,
  workers,
  ledgerSync,
  sync,
  anchorAudit,
  probeGateways,
  evaluateAlerts,
  deliverAlerts,
  makeMonths,
  removeExpired,
}: Options & BackgroundJobs): Background {
  let isStopping = false;
  let boss: PgBoss | undefined;
  const startJobs = async (next: PgBoss) => {
    await next.start();
    await makeMonths();
    await pollPaymentsByJob(next, pollPayments);
    await anchorAuditByJob(next, anchorAudit);
    await probeByJob(next, probeGateways);
    await deliverAlertsByJob(next, deliverAlerts);
    await evaluateAlertsByJob(next, evaluateAlerts);
    await removeExpiredByJob(next, async () => {
      await makeMonths();
      await removeExpired(() => isStopping);
    });
    await live.start();
  };
  return {
    async start() {
      const next = createQueue({ store, log });
      await startJobs(next).catch(async (cause) => {
        // The next attempt has a queue of its own; nothing of this one may work on beside it.
        await next.stop({ graceful: false }).catch(() => {});
        throw cause;
      });
      boss = next;
      pollWhenPaymentsChange(next, live);
      for (const worker of workers) worker.start();
      forwarding.start();
      sandbox?.start();
      sync.start();
    },
    async stop() {
      isStopping = true;
      await sync.stop();
      await sandbox?.stop();
      await forwarding.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await ledgerSync.stop();
      await boss?.stop({ graceful: true, timeout: stopWithinMs });
    },
  };
}

/** Its tables are made by the migrations: whoever serves may not make any. */
function createQueue({ store, log }: Pick<Options, "store" | "log">): PgBoss {
  const boss = new PgBoss({ migrate: false, createSchema: false, db: { executeSql: (...query) => store.pool.query(...query) } });
  boss.on("error", (cause) => log.error({ cause }, "The job queue has trouble"));
  return boss;
}

/** Polls open payments in the background; each job schedules the next while any payment is open. */
async function pollPaymentsByJob(boss: PgBoss, pollPayments: BackgroundJobs["pollPayments"]): Promise<void> {
  await boss.createQueue(pollQueue, shortJob);
  await workInSpan(boss, pollQueue, { pollingIntervalSeconds: 1 }, async () => {
    const open = await pollPayments();
    if (open > 0) await boss.sendAfter(pollQueue, null, null, pollAgainSeconds);
  });
  await boss.schedule(pollQueue, "* * * * *");
  // Continues at once the polling of a process that crashed.
  await boss.send(pollQueue);
}

/** Besides its cron, so that a payment that was just taken is not polled a minute late. */
function pollWhenPaymentsChange(boss: PgBoss, live: LiveHub): void {
  let isSending = false;
  const pollSoon = async () => {
    if (isSending) return;
    isSending = true;
    // While a job waits, the queue takes no other.
    await boss.send(pollQueue).catch(() => null);
    isSending = false;
  };
  for (const environment of environments) {
    const onEvent = ({ type }: { type: string }) => type === "payment" && void pollSoon();
    live.subscribe({ environment, merchantIds: null, onEvent, onReload: () => void pollSoon(), onEnd: () => {} });
  }
}

/** Deletes expired data once an hour, in one process at a time. */
async function removeExpiredByJob(boss: PgBoss, removeExpired: () => Promise<void>): Promise<void> {
  await boss.createQueue(retentionQueue, {
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  });
  await workInSpan(boss, retentionQueue, { pollingIntervalSeconds: 10 }, removeExpired);
  await boss.schedule(retentionQueue, retentionCron);
}

/** The audit's chain is signed every ten minutes: earlier entries can then no longer be removed unnoticed. */
async function anchorAuditByJob(boss: PgBoss, anchorAudit: () => Promise<void>): Promise<void> {
  await boss.createQueue(anchorQueue, shortJob);
  await workInSpan(boss, anchorQueue, { pollingIntervalSeconds: 10 }, anchorAudit);
  await boss.schedule(anchorQueue, "*/10 * * * *");
}

/** Opens and resolves alerts once a minute, in one process at a time. */
async function evaluateAlertsByJob(boss: PgBoss, evaluateAlerts: () => Promise<void>): Promise<void> {
  await boss.createQueue(alertsQueue, { policy: "exclusive", retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3_600 });
  await workInSpan(boss, alertsQueue, { pollingIntervalSeconds: 5 }, async () => {
    await evaluateAlerts();
    await boss.send(alertMessagesQueue);
  });
  await boss.schedule(alertsQueue, "* * * * *");
}

/** Sends messages about alerts after each evaluation, and those whose next attempt is due; in one process at a time. */
async function deliverAlertsByJob(boss: PgBoss, deliverAlerts: () => Promise<void>): Promise<void> {
  await boss.createQueue(alertMessagesQueue, {
    ...{ policy: "exclusive", retryLimit: 0 },
    ...{ expireInSeconds: 600, deleteAfterSeconds: 3_600 },
  });
  await workInSpan(boss, alertMessagesQueue, { pollingIntervalSeconds: 2 }, deliverAlerts);
}

/** Probes the gateways every few minutes for missing profile facts, in one process at a time. */
async function probeByJob(boss: PgBoss, probeGateways: () => Promise<void>): Promise<void> {
  await boss.createQueue(probeQueue, { policy: "exclusive", retryLimit: 0, expireInSeconds: 1_800, deleteAfterSeconds: 3_600 });
  await workInSpan(boss, probeQueue, { pollingIntervalSeconds: 10 }, probeGateways);
  await boss.schedule(probeQueue, "*/5 * * * *");
}

/** Each run of a job is a span of its own. */
function workInSpan(boss: PgBoss, queue: string, options: WorkOptions, job: () => Promise<void>): Promise<string> {
  return boss.work(queue, options, () =>
    withSpan({ name: `job ${queue}`, kind: "internal", attributes: { "messaging.destination.name": queue } }, job),
  );
}
