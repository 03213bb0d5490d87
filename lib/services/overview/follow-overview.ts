import type { Clock } from "../../core/clock.ts";
import { isAppError } from "../../core/errors.ts";
import { environments } from "../../core/identifiers.ts";
import type { Database } from "../../store/open-store.ts";
import { foldOverview, type Zones } from "../../store/overview.ts";
import { checkOverview, claimDailyCheck, rebuildOverview } from "../../store/overview-check.ts";
import type { GatewayDirectory } from "../context.ts";
import type { Log } from "../log.ts";

type Ports = { db: Database; clock: Clock; log: Log; gateways: Pick<GatewayDirectory, "environment"> };

/**
 * One round of keeping the overview's counts: what came and went is folded into the days, and once a day the days are
 * held against their rows and counted anew where they differ. Several processes may do it.
 */
export async function followOverview({ db, clock, log, gateways }: Ports): Promise<void> {
  const zones = await readZones(gateways);
  await foldOverview(db, zones);
  if (!(await claimDailyCheck(db, new Date(clock.now()).toISOString().slice(0, 10)))) return;
  const differences = await checkOverview(db, zones);
  if (differences.length === 0) return;
  log.warn({ differences: differences.length, first: differences[0] }, "The overview's counts are made anew from their rows");
  await rebuildOverview(db, zones);
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
