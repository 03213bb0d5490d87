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
import { forEachConnected } from "./for-each-connected.ts";
import { updateRhythms } from "./update-rhythms.ts";
import { updateUsualNotifications } from "./update-usual-notifications.ts";

type Ports = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

type Found = Pick<Parameters<typeof applyCauses>[1], "causes" | "unknown">;

/** How each rule finds what is wrong at the moment. The others are raised where their cause occurs. */
const finders: Partial<Record<AlertRule, (ports: Ports, at: Date) => Promise<Found>>> = {
  not_checkable: async ({ db }) => ({ causes: await findNotCheckable(db) }),
  forward_failing: async ({ db }) => ({ causes: await findForwardFailing(db) }),
  merchant_stopped: findStopped,
  payment_unknown: async ({ db }) => ({ causes: await findPaymentsUnknown(db) }),
  ledger_late: findLate,
  certificate_ending: async ({ db }, at) => ({ causes: await findCertificatesEnding(db, at) }),
  silence: async (ports, at) => {
    await updateRhythms(ports, at);
    return { causes: await findSilent(ports.db) };
  },
  notifications_missing: async (ports, at) => {
    await updateUsualNotifications(ports, at);
    return { causes: await findNotificationsMissing(ports.db) };
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
      await applyCauses(ports.db, { rule: rule as AlertRule, ...(await find(ports, at)), at });
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

const integration = "integration";

/**
 * Merchants whose sign-in is stopped, and integrations, which stop all their merchants. Makes no gateway call. An integration that
 * cannot be opened hides no other.
 */
async function findStopped(ports: Ports): Promise<Found> {
  const { db, gateways } = ports;
  const causes: Cause[] = await findMerchantsStopped(db);
  const failed = await forEachConnected(ports, "merchant_stopped", async (environment) => {
    if (!(await findEnvironmentRow(db, environment))) return;
    const { stop } = await (await gateways.integration(environment)).identityStatus();
    if (!stop) return;
    const cause = { subject: integration, severity: "critical", count: 1 } as const;
    causes.push({ environment, merchantId: null, ...cause, atMs: stop.at.getTime() });
  });
  return { causes, unknown: failed.map((environment) => ({ environment, subject: integration })) };
}

async function findLate({ db }: Ports, at: Date): Promise<Found> {
  const causes: Cause[] = [];
  for (const environment of environments) {
    const lateMs = await findLateAfterMs(db, environment);
    causes.push(...(await findLedgersLate(db, { environment, readBefore: new Date(at.getTime() - lateMs) })));
  }
  return { causes };
}
