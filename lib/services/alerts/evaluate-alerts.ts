import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { environments } from "#lib/core/identifiers.ts";
import { applyCauses, type Cause, deleteOldAlerts, resolveEnded } from "#lib/db/alerts/apply-causes.ts";
import {
  findCertificatesEnding,
  findForwardFailing,
  findLedgersLate,
  findMerchantsStopped,
  findNotCheckable,
  findNotificationsMissing,
  findPaymentsUnknown,
  findSilent,
} from "#lib/db/alerts/find-causes.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import type { ServiceContext } from "../context.ts";
import { findLateAfterMs } from "../ledger-sync/summarise-sync.ts";
import { updateRhythms } from "./update-rhythms.ts";
import { updateUsualNotifications } from "./update-usual-notifications.ts";

type Ports = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

/** How each rule finds what is wrong at the moment. The others are raised where their cause occurs. */
const finders: Partial<Record<AlertRule, (ports: Ports, at: Date) => Promise<Cause[]>>> = {
  not_checkable: ({ db }) => findNotCheckable(db),
  forward_failing: ({ db }) => findForwardFailing(db),
  merchant_stopped: async (ports) => [...(await findMerchantsStopped(ports.db)), ...(await findIntegrationsStopped(ports))],
  payment_unknown: ({ db }) => findPaymentsUnknown(db),
  ledger_late: findLate,
  certificate_ending: ({ db }, at) => findCertificatesEnding(db, at),
  silence: async (ports, at) => {
    await updateRhythms(ports, at);
    return findSilent(ports.db);
  },
  notifications_missing: async (ports, at) => {
    await updateUsualNotifications(ports, at);
    return findNotificationsMissing(ports.db);
  },
};

/**
 * Opens alerts whose cause began and resolves those whose cause ended. A rule that cannot be evaluated changes nothing, and
 * does not affect the others. Repeating it, in any number of processes, changes nothing.
 */
export async function evaluateAlerts(ports: Ports): Promise<void> {
  const at = new Date(ports.clock.now());
  for (const [rule, find] of Object.entries(finders)) {
    await attempt(ports, rule, async () => {
      await applyCauses(ports.db, { rule: rule as AlertRule, causes: await find(ports, at), at });
    });
  }
  await attempt(ports, "resolved", () => resolveEnded(ports.db, at));
  await attempt(ports, "deleted", () => deleteOldAlerts(ports.db, at));
}

async function attempt({ log }: Ports, rule: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    log.error({ cause, rule }, "An alert rule could not be evaluated");
  }
}

/** Integrations whose sign-in is stopped, and with it all their merchants. Makes no gateway call. */
async function findIntegrationsStopped({ db, gateways }: Ports): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const environment of environments) {
    if (!(await findEnvironmentRow(db, environment))) continue;
    const { stop } = await (await gateways.integration(environment)).identityStatus();
    if (stop) {
      const cause = { subject: "integration", severity: "critical", count: 1 } as const;
      causes.push({ environment, merchantId: null, ...cause, atMs: stop.at.getTime() });
    }
  }
  return causes;
}

async function findLate({ db }: Ports, at: Date): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const environment of environments) {
    const lateMs = await findLateAfterMs(db, environment);
    causes.push(...(await findLedgersLate(db, { environment, readBefore: new Date(at.getTime() - lateMs) })));
  }
  return causes;
}
