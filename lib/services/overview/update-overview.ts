import { isAppError } from "#lib/core/errors.ts";
import { environments } from "#lib/core/identifiers.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { updateOverview, type Zones } from "#lib/db/overview/overview.ts";
import { listOtherZones, recountOverview, saveZone } from "#lib/db/overview/recount-overview.ts";
import { updateLedgerSums } from "#lib/db/transaction-sums/update-ledger-sums.ts";
import type { GatewayDirectory } from "../context.ts";

type Ports = { db: Database; gateways: Pick<GatewayDirectory, "environment"> };

/**
 * Adds the pending changes to the sums and counts of days, and counts all days of an environment again when its zone has changed.
 * Processes may run it concurrently.
 */
export async function updateOverviews({ db, gateways }: Ports): Promise<void> {
  const zones = await readZones(gateways);
  await updateLedgerSums(db);
  await updateOverview(db, zones);
  for (const environment of await listOtherZones(db, zones)) {
    const zone = zones[environment] ?? "UTC";
    await recountOverview(db, { environment, zone });
    await saveZone(db, environment, zone);
  }
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
