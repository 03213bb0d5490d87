import { anchorAudit } from "../services/audit/anchor-audit.ts";
import type { ServiceContext } from "../services/context.ts";
import { followLedgers } from "../services/mirror/follow-ledgers.ts";
import { createMirrorWorker } from "../services/mirror/mirror-worker.ts";
import { confirmNotifications } from "../services/notifications/confirm-notifications.ts";
import { followDeliveries } from "../services/notifications/follow-deliveries.ts";
import { followOverview } from "../services/overview/follow-overview.ts";
import { followOpenPayments } from "../services/payments/follow-open-payments.ts";
import { probeWhenDue } from "../services/profile/probe-gateway.ts";
import { removeExpired } from "../services/retention/remove-expired.ts";
import type { BackgroundJobs } from "./background.ts";
import { untilRoom } from "./until-room.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "log" | "gateways">;

/** The services that work while nobody looks. */
export function createBackgroundJobs(parts: Parts): BackgroundJobs {
  const mirrorWorker = createMirrorWorker(parts);
  return {
    removeExpired: (isStopping) => removeExpired(parts, { isStopping }),
    anchorAudit: () => anchorAudit(parts),
    mirror: {
      takeUp: () => mirrorWorker.takeUp(),
      stop: () => mirrorWorker.stop(),
      followLedgers: () => followLedgers(parts),
    },
    followNotifications: () => followNotifications(parts),
    joinNotifications: () => joinNotifications(parts),
    followPayments: () => followOpenPayments(parts),
    probeGateways: () => probeWhenDue(parts),
  };
}

async function followNotifications(parts: Parts): Promise<void> {
  const failed = (cause: unknown) => parts.log.error({ cause }, "What follows a notification could not be done");
  await followDeliveries(parts, untilRoom).catch(failed);
  const uncounted = (cause: unknown) => parts.log.error({ cause }, "The overview could not be brought up to date");
  await followOverview(parts).catch(uncounted);
}

async function joinNotifications(parts: Parts): Promise<void> {
  await untilRoom();
  const failed = (cause: unknown) => parts.log.error({ cause }, "Notifications could not be joined to the ledger");
  await confirmNotifications(parts).catch(failed);
}
