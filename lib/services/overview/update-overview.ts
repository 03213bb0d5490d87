import type { Clock } from "#lib/core/clock.ts";
import { addDays } from "#lib/core/days.ts";
import { isAppError } from "#lib/core/errors.ts";
import { environments } from "#lib/core/identifiers.ts";
import { dayOf } from "#lib/core/zoned-time.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { checkOverview, claimDailyCheck, listOtherZones, rebuildOverview, saveZone } from "#lib/db/overview/check-overview.ts";
import { updateOverview, type Zones } from "#lib/db/overview/overview.ts";
import { checkLedgerSums, rebuildLedgerSums } from "#lib/db/transaction-sums/check-ledger-sums.ts";
import { updateLedgerSums } from "#lib/db/transaction-sums/update-ledger-sums.ts";
import type { GatewayDirectory } from "../context.ts";
import type { Log } from "../log.ts";

type Ports = { db: Database; clock: Clock; log: Log; gateways: Pick<GatewayDirectory, "environment"> };

/** Older days hardly change, and checking everything would take too long. */
const checkedDays = 35;

/**
 * Updates the sums of days with added and removed rows. Once a day the last 35 days are checked against their rows and
 * recounted where they differ; all days of an environment whose zone changed. Processes may run it concurrently.
 */
export async function updateOverviews({ db, clock, log, gateways }: Ports): Promise<void> {
  const zones = await readZones(gateways);
  await updateLedgerSums(db);
  await updateOverview(db, zones);
  for (const environment of await listOtherZones(db, zones)) {
    await rebuildOverview(db, { zones, of: [environment] });
    await saveZone(db, environment, zones[environment] ?? "UTC");
  }
  const today = dayOf(new Date(clock.now()), "UTC");
  if (!(await claimDailyCheck(db, today))) return;
  const since = addDays(today, -checkedDays);
  await checkDays({ db, log }, { zones, since });
  const ofLedger = await checkLedgerSums(db, since);
  if (ofLedger.length > 0) {
    log.warn({ differences: ofLedger.length, first: ofLedger[0] }, "The ledger's sums are made anew from those of the merchants");
    await rebuildLedgerSums(db, since);
  }
}

async function checkDays({ db, log }: Pick<Ports, "db" | "log">, checked: Parameters<typeof checkOverview>[1]): Promise<void> {
  const differences = await checkOverview(db, checked);
  if (differences.length === 0) return;
  log.warn({ differences: differences.length, first: differences[0] }, "The overview's counts are made anew from their rows");
  await rebuildOverview(db, checked);
}

async function readZones(gateways: Ports["gateways"]): Promise<Zones> {
  const zones = await Promise.all(
    environments.map(async (environment) => {
      try {
        return [environment, (await gateways.environment(environment)).zone];
      } catch (thrown) {
        if (isAppError(thrown) && thrown.code === "not_connected") return [environment, "UTC"];
        throw thrown;
      }
    }),
  );
  return Object.fromEntries(zones);
}
