import { dayMs } from "#lib/core/days.ts";
import { findMissing, learnNotifications, type UsualNotifications } from "#lib/core/missing-notifications.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import {
  type CheckedSale,
  type CheckedUsual,
  type DueUsual,
  listCheckedSales,
  listDueUsual,
  listNotifiedHistories,
  saveUsualChecks,
  saveUsualNotifications,
} from "#lib/db/alerts/usual-notifications.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import type { EnvironmentView, ServiceContext } from "../context.ts";
import { findOnItsWay } from "../notifications/internal/find-on-its-way.ts";
import { onlineTypes } from "../notifications/reconciliation/online-purchase.ts";
import { forEachConnected } from "./for-each-connected.ts";

type Ports = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

/** Once a minute, so that 10,000 merchants are learned anew each day. */
const learnedAtOnce = 20;
const checkedAtOnce = 500;
const checkRounds = 4;
/** Retries of the gateway, the next ledger sync and our own processing have had their time. */
const overdueMs = 15 * 60_000;
const againMs = 60_000;
const check = { minMs: 5 * 60_000, maxMs: 3_600_000 };

/**
 * Learns which merchants' sales are usually notified, and decides whose notifications are missing: in steps of limited size,
 * from stored rows. Nobody waits for it, and no gateway is called.
 */
export async function updateUsualNotifications(ports: Ports, at: Date): Promise<void> {
  await forEachConnected(ports, "notifications_missing", async (environment) => {
    const place = await findPlace(ports, await ports.gateways.environment(environment), at);
    await learnDue(ports, place, at);
    for (let round = 0; round < checkRounds; round++) {
      if ((await checkDue(ports, place, at)) < checkedAtOnce) break;
    }
  });
}

type Place = Omit<Parameters<typeof listNotifiedHistories>[1], "limit">;

async function findPlace({ db }: Ports, { id: environment, zone }: EnvironmentView, at: Date): Promise<Place> {
  const keptFrom = await findRetainedFrom(db, environment, "notifications");
  return {
    ...{ environment, types: onlineTypes, before: new Date(at.getTime() - overdueMs) },
    keptFrom: keptFrom === undefined ? undefined : startOfDay(keptFrom, zone),
  };
}

async function learnDue({ db }: Ports, place: Place, at: Date): Promise<void> {
  const { environment } = place;
  const histories = await listNotifiedHistories(db, { ...place, limit: learnedAtOnce });
  const learned = [...histories].map(([merchantId, history]) => ({
    ...{ merchantId, environment, usual: learnNotifications(history) },
  }));
  await saveUsualNotifications(db, learned, at);
}

async function checkDue(ports: Ports, place: Place, at: Date): Promise<number> {
  const due = await listDueUsual(ports.db, { ...place, limit: checkedAtOnce }, at);
  const suspects = due.filter(({ usual, notified }) => findMissing(usual, notified).since !== undefined);
  const sales = await listSuspectSales(ports, place, suspects);
  await saveUsualChecks(
    ports.db,
    due.map((row) => toChecked(row, sales.get(row.merchantId), at.getTime())),
  );
  return due.length;
}

type Sale = Pick<CheckedSale, "merchantId" | "occurredAt" | "isNotified">;

/** A notification that was received and is not processed yet is not missing. */
async function listSuspectSales({ db }: Ports, place: Place, suspects: readonly DueUsual[]): Promise<Map<string, Sale[]>> {
  const merchantIds = suspects.map(({ merchantId }) => merchantId);
  const sales = await listCheckedSales(db, { ...place, merchantIds });
  const missed = sales.filter(({ isNotified }) => !isNotified);
  const onItsWay = await findOnItsWay(db, missed);
  const known = sales.map((sale) => ({ ...sale, isNotified: sale.isNotified || onItsWay.has(sale) }));
  return Map.groupBy(known, ({ merchantId }) => merchantId);
}

function toChecked(
  { merchantId, usual, notified, missingSinceMs }: DueUsual,
  sales: readonly Sale[] = [],
  atMs: number,
): CheckedUsual {
  const { since, count, missedUntilAlert } = findMissing(
    usual,
    sales.length > 0 ? sales.map(({ isNotified }) => isNotified) : notified,
  );
  const firstMs = since === undefined ? undefined : sales[since]?.occurredAt.getTime();
  if (firstMs === undefined) {
    return { merchantId, missingSinceMs: null, missingCount: 0, checkMs: atMs + checkAfterMs(usual, missedUntilAlert) };
  }
  return { merchantId, missingSinceMs: missingSinceMs ?? firstMs, missingCount: count, checkMs: atMs + againMs };
}

/** A quarter of the time in which so many sales are usual: some hours have more. */
function checkAfterMs({ salesPerYear }: UsualNotifications, sales: number): number {
  const usualMs = (sales / Math.max(1, salesPerYear)) * 365 * dayMs;
  return Math.min(check.maxMs, Math.max(check.minMs, usualMs / 4));
}
