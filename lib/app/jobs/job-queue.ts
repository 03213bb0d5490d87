import { PgBoss, type WorkOptions } from "pg-boss";
import { environments } from "#lib/core/identifiers.ts";
import { withSpan } from "#lib/core/trace-span.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { Log } from "#lib/services/log.ts";
import { retentionCron } from "#lib/services/retention/first-kept-day.ts";
import type { LiveHub } from "../events/event-stream.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Forwarding } from "../notify/forwarding.ts";
import { type JobName, jobNames } from "./job-names.ts";
import type { Worker } from "./repeat-work.ts";

const shortJob = { policy: "short", retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3_600 } as const;
const pollAgainSeconds = 3;
const stopWithinMs = 8_000;

type Options = {
  /** For the job queue alone. */
  store: Pick<Store, "pool">;
  log: Log;
  metrics: Pick<Metrics, "recordJobFailure">;
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
  metrics,
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
    const queue = { boss: next, log, metrics };
    await next.start();
    await makeMonths();
    await pollPaymentsByJob(queue, pollPayments);
    await anchorAuditByJob(queue, anchorAudit);
    await probeByJob(queue, probeGateways);
    await deliverAlertsByJob(queue, deliverAlerts);
    await evaluateAlertsByJob(queue, evaluateAlerts);
    await removeExpiredByJob(queue, async () => {
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

/** Polls open payments in the background; each job schedules the next while any payment is open, or may be. */
async function pollPaymentsByJob(queue: JobQueue, pollPayments: BackgroundJobs["pollPayments"]): Promise<void> {
  await queue.boss.createQueue(jobNames.pollPayments, shortJob);
  await workInSpan(queue, jobNames.pollPayments, { pollingIntervalSeconds: 1 }, async () => {
    let mayBeOpen = true;
    try {
      mayBeOpen = (await pollPayments()) > 0;
    } finally {
      if (mayBeOpen) await queue.boss.sendAfter(jobNames.pollPayments, null, null, pollAgainSeconds);
    }
  });
  await queue.boss.schedule(jobNames.pollPayments, "* * * * *");
  // Continues at once the polling of a process that crashed.
  await queue.boss.send(jobNames.pollPayments);
}

/** Besides its cron, so that a payment that was just taken is not polled a minute late. */
function pollWhenPaymentsChange(boss: PgBoss, live: LiveHub): void {
  let isSending = false;
  const pollSoon = async () => {
    if (isSending) return;
    isSending = true;
    // While a job waits, the queue takes no other.
    await boss.send(jobNames.pollPayments).catch(() => null);
    isSending = false;
  };
  for (const environment of environments) {
    const onEvent = ({ type }: { type: string }) => type === "payment" && void pollSoon();
    live.subscribe({ environment, merchantIds: null, onEvent, onReload: () => void pollSoon(), onEnd: () => {} });
  }
}

/** Deletes expired data once an hour, in one process at a time. */
async function removeExpiredByJob(queue: JobQueue, removeExpired: () => Promise<void>): Promise<void> {
  await queue.boss.createQueue(jobNames.removeExpired, {
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  });
  await workInSpan(queue, jobNames.removeExpired, { pollingIntervalSeconds: 10 }, removeExpired);
  await queue.boss.schedule(jobNames.removeExpired, retentionCron);
}

/** The audit's chain is signed every ten minutes: earlier entries can then no longer be removed unnoticed. */
async function anchorAuditByJob(queue: JobQueue, anchorAudit: () => Promise<void>): Promise<void> {
  await queue.boss.createQueue(jobNames.anchorAudit, shortJob);
  await workInSpan(queue, jobNames.anchorAudit, { pollingIntervalSeconds: 10 }, anchorAudit);
  await queue.boss.schedule(jobNames.anchorAudit, "*/10 * * * *");
}

/** Opens and resolves alerts once a minute, in one process at a time. */
async function evaluateAlertsByJob(queue: JobQueue, evaluateAlerts: () => Promise<void>): Promise<void> {
  await queue.boss.createQueue(jobNames.evaluateAlerts, {
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: 300,
    deleteAfterSeconds: 3_600,
  });
  await workInSpan(queue, jobNames.evaluateAlerts, { pollingIntervalSeconds: 5 }, async () => {
    try {
      await evaluateAlerts();
    } finally {
      // Messages of earlier alerts do not wait for what could not be evaluated.
      await queue.boss.send(jobNames.deliverAlerts);
    }
  });
  await queue.boss.schedule(jobNames.evaluateAlerts, "* * * * *");
}

/** Sends messages about alerts after each evaluation, and those whose next attempt is due; in one process at a time. */
async function deliverAlertsByJob(queue: JobQueue, deliverAlerts: () => Promise<void>): Promise<void> {
  await queue.boss.createQueue(jobNames.deliverAlerts, {
    ...{ policy: "exclusive", retryLimit: 0 },
    ...{ expireInSeconds: 600, deleteAfterSeconds: 3_600 },
  });
  await workInSpan(queue, jobNames.deliverAlerts, { pollingIntervalSeconds: 2 }, deliverAlerts);
}

/** Probes the gateways every few minutes for missing profile facts, in one process at a time. */
async function probeByJob(queue: JobQueue, probeGateways: () => Promise<void>): Promise<void> {
  await queue.boss.createQueue(jobNames.probeGateways, {
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: 1_800,
    deleteAfterSeconds: 3_600,
  });
  await workInSpan(queue, jobNames.probeGateways, { pollingIntervalSeconds: 10 }, probeGateways);
  await queue.boss.schedule(jobNames.probeGateways, "*/5 * * * *");
}

type JobQueue = Pick<Options, "log" | "metrics"> & { boss: PgBoss };

/** Each run of a job is a span of its own. The queue only stores why one failed, in a table that nobody reads. */
function workInSpan(
  { boss, log, metrics }: JobQueue,
  queue: JobName,
  options: WorkOptions,
  job: () => Promise<void>,
): Promise<string> {
  const span = { name: `job ${queue}`, kind: "internal", attributes: { "messaging.destination.name": queue } } as const;
  return boss.work(queue, options, () =>
    withSpan(span, job).catch((cause: unknown) => {
      log.error({ cause, queue }, "A job failed");
      metrics.recordJobFailure(queue);
      throw cause;
    }),
  );
}
