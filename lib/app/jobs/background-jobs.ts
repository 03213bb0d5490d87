import { environments } from "#lib/core/identifiers.ts";
import { ensureDeliveryMonths } from "#lib/db/deliveries/delivery-months.ts";
import { deleteOldCalls } from "#lib/db/gateway-calls/gateway-calls.ts";
import { deleteEndedSessions } from "#lib/db/staff/staff-sessions.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import { deliverAlerts } from "#lib/services/alerts/delivery/deliver-alerts.ts";
import type { AlertSenders } from "#lib/services/alerts/delivery/ports.ts";
import { evaluateAlerts } from "#lib/services/alerts/evaluate-alerts.ts";
import { anchorAudit } from "#lib/services/audit/anchor-audit.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { createSyncScheduler } from "#lib/services/ledger-sync/sync-scheduler.ts";
import { createSyncWorker } from "#lib/services/ledger-sync/sync-worker.ts";
import { createDeliveryProcessor } from "#lib/services/notifications/process-deliveries.ts";
import { createLedgerQuerier } from "#lib/services/notifications/reconciliation/query-ledgers.ts";
import { reconcileStored } from "#lib/services/notifications/reconciliation/reconcile-stored.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { pollOpenPayments } from "#lib/services/payments/poll-open-payments.ts";
import { probeWhenDue } from "#lib/services/profile/probe-gateway.ts";
import { removeExpired } from "#lib/services/retention/remove-expired.ts";
import type { Settings } from "../settings/settings.ts";
import type { BackgroundJobs } from "./job-queue.ts";
import { removeSandboxRecords } from "./remove-sandbox-records.ts";
import { repeatWork, type Worker } from "./repeat-work.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "log" | "gateways" | "publicOrigin"> & {
  senders: AlertSenders;
  sandbox: Sandbox | undefined;
};

/** Long enough to know again the places from which somebody signs in. */
const endedSessionsKeptMs = 90 * 24 * 3_600_000;

/** Creates the background jobs. */
export function createBackgroundJobs(parts: Parts, settings: Pick<Settings, "sync">): BackgroundJobs {
  const syncWorker = createSyncWorker(parts);
  return {
    makeMonths: () =>
      ensureDeliveryMonths(parts.db, new Date(parts.clock.now())).catch((cause: unknown) =>
        parts.log.error({ cause }, "The partitions of the next month could not be made; the next hour tries again"),
      ),
    removeExpired: async (isStopping) => {
      await removeExpired(parts, { isStopping });
      await deleteOldCalls(parts.db, new Date(parts.clock.now()), isStopping);
      await deleteEndedSessions(parts.db, new Date(parts.clock.now() - endedSessionsKeptMs));
      // Last: what the dashboard keeps does not depend on the sandbox.
      if (parts.sandbox) await removeSandboxRecords(parts, parts.sandbox);
    },
    anchorAudit: () => anchorAudit(parts),
    ledgerSync: { stop: () => syncWorker.stop() },
    sync: createSyncScheduler(parts, { ...settings.sync, waitUntilIdle }),
    workers: [
      repeatWork({
        work: () => syncWorker.runOnce().then(() => false),
        lanes: 1,
        onError: (cause) => parts.log.error({ cause }, "Runs of the ledger sync could not be taken up"),
      }),
      ...createNotificationWorkers(parts, settings),
    ],
    pollPayments: () => pollOpenPayments(parts),
    probeGateways: () => probeWhenDue(parts),
    evaluateAlerts: () => evaluateAlerts(parts),
    deliverAlerts: () => deliverAlerts(parts),
  };
}

/** Receiving notifications has priority, but processing never stops completely. */
const whileReceiving = () => waitUntilIdle({ limitMs: 500 });

/** Workers that process notifications: several in each process, in parallel to those of other processes on the database. */
function createNotificationWorkers(parts: Parts, { sync }: Pick<Settings, "sync">): Worker[] {
  const note = (message: string) => (cause: unknown) => parts.log.error({ cause }, message);
  const uncounted = note("The overview could not be brought up to date");
  return [
    // Each worker iterates over the merchants on its own.
    ...[createDeliveryProcessor(parts), createDeliveryProcessor(parts)].map((work) =>
      repeatWork({
        work,
        lanes: 1,
        onError: note("What follows a notification could not be done"),
        waitUntilIdle: whileReceiving,
      }),
    ),
    repeatWork({ work: () => updateOverviews(parts).then(() => false), lanes: 1, onError: uncounted }),
    repeatWork({
      work: () => reconcileStored(parts),
      lanes: 1,
      onError: note("Notifications could not be joined to the ledger"),
      waitUntilIdle: whileReceiving,
    }),
    // A slow or unreachable gateway delays only its own environment.
    ...environments.map((environment) =>
      repeatWork({
        work: createLedgerQuerier(parts, environment, sync),
        lanes: 4,
        onError: note("A gateway could not be asked for what notifications told of"),
        pauseMs: 4_000,
        waitUntilIdle: whileReceiving,
      }),
    ),
  ];
}
