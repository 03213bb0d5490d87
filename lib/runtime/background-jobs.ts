import { environments } from "../core/identifiers.ts";
import { anchorAudit } from "../services/audit/anchor-audit.ts";
import type { ServiceContext } from "../services/context.ts";
import { createMirrorWorker } from "../services/mirror/mirror-worker.ts";
import { createSyncScheduler } from "../services/mirror/sync-scheduler.ts";
import { createLedgerAsker } from "../services/notifications/ask-ledgers.ts";
import { createDeliveryFollower } from "../services/notifications/follow-deliveries.ts";
import { joinStored } from "../services/notifications/join-stored.ts";
import { followOverview } from "../services/overview/follow-overview.ts";
import { followOpenPayments } from "../services/payments/follow-open-payments.ts";
import { probeWhenDue } from "../services/profile/probe-gateway.ts";
import { removeExpired } from "../services/retention/remove-expired.ts";
import { ensureDeliveryMonths } from "../store/delivery-months.ts";
import type { BackgroundJobs } from "./background.ts";
import { keepWorking, type Worker } from "./keep-working.ts";
import type { Settings } from "./settings.ts";
import { untilRoom } from "./until-room.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "log" | "gateways">;

/** The services that work while nobody looks. */
export function createBackgroundJobs(parts: Parts, settings: Pick<Settings, "sync">): BackgroundJobs {
  const mirrorWorker = createMirrorWorker(parts);
  return {
    makeMonths: () =>
      ensureDeliveryMonths(parts.db, new Date(parts.clock.now())).catch((cause: unknown) =>
        parts.log.error({ cause }, "The partitions of the next month could not be made; the next hour tries again"),
      ),
    removeExpired: (isStopping) => removeExpired(parts, { isStopping }),
    anchorAudit: () => anchorAudit(parts),
    mirror: { stop: () => mirrorWorker.stop() },
    sync: createSyncScheduler(parts, { ...settings.sync, untilRoom }),
    workers: [
      keepWorking({
        work: () => mirrorWorker.takeUp().then(() => false),
        lanes: 1,
        onError: (cause) => parts.log.error({ cause }, "Runs of the ledger sync could not be taken up"),
      }),
      ...createNotificationWorkers(parts, settings),
    ],
    followPayments: () => followOpenPayments(parts),
    probeGateways: () => probeWhenDue(parts),
  };
}

/** Receiving comes first, but what follows never stands still. */
const whileReceiving = () => untilRoom({ limitMs: 500 });

/** What follows a notification. Several in each process, beside those of other processes on the database. */
function createNotificationWorkers(parts: Parts, { sync }: Pick<Settings, "sync">): Worker[] {
  const note = (message: string) => (cause: unknown) => parts.log.error({ cause }, message);
  const uncounted = note("The overview could not be brought up to date");
  return [
    // Each goes around the merchants by itself.
    ...[createDeliveryFollower(parts), createDeliveryFollower(parts)].map((work) =>
      keepWorking({
        work,
        lanes: 1,
        onError: note("What follows a notification could not be done"),
        untilRoom: whileReceiving,
      }),
    ),
    keepWorking({ work: () => followOverview(parts).then(() => false), lanes: 1, onError: uncounted }),
    keepWorking({
      work: () => joinStored(parts),
      lanes: 1,
      onError: note("Notifications could not be joined to the ledger"),
      untilRoom: whileReceiving,
    }),
    // A gateway that is slow or away holds up its own environment only.
    ...environments.map((environment) =>
      keepWorking({
        work: createLedgerAsker(parts, environment, sync),
        lanes: 4,
        onError: note("A gateway could not be asked for what notifications told of"),
        pauseMs: 4_000,
        untilRoom: whileReceiving,
      }),
    ),
  ];
}
