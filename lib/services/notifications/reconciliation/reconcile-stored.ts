import { isEnvironment } from "#lib/core/identifiers.ts";
import { changeClaimed, claimDueJoins, type DueJoin } from "#lib/db/notifications/reconciliations.ts";
import { type LedgerMatch, matchTrnrefs } from "./ledger-match.ts";
import { recordArrivalTimes } from "./record-arrival-times.ts";
import { type ConfirmPorts, confirmEach, saveReconciliations, toJoined } from "./save-reconciliations.ts";

const joinsAtOnce = 500;
const leaseMs = 60_000;

/**
 * Matches due notifications of all merchants with stored transactions. Those without a match are then queried at the gateways
 * (query-ledgers.ts), which may take long. Callers and processes may run it concurrently. Returns whether there may be more.
 */
export async function reconcileStored(ports: ConfirmPorts): Promise<boolean> {
  const at = new Date(ports.clock.now());
  const due = await claimDueJoins(ports.db, { at, leaseMs, limit: joinsAtOnce });
  const isOver = () => ports.clock.now() >= at.getTime() + leaseMs;
  await confirmEach(ports, due, { confirm: (some) => joinTogether(ports, some, at), isOver });
  return due.length === joinsAtOnce;
}

async function joinTogether(ports: ConfirmPorts, due: readonly DueJoin[], at: Date): Promise<void> {
  const matches = await matchAll(ports, due);
  const found = due.flatMap((item) => {
    const match = matches.get(item.join.deliveryId);
    return match ? [{ ...item, match }] : [];
  });
  await saveReconciliations(
    ports,
    found.map(({ join, match }) => ({ join, change: toJoined(match) })),
  );
  const left = due.filter(({ join }) => !matches.has(join.deliveryId));
  await changeClaimed(
    ports.db,
    left.map(({ join }) => ({ join, change: toGatewayQuery(join.environment, at) })),
  );
  for (const own of Map.groupBy(found, ({ join }) => join.merchantId).values()) {
    const [{ join }] = own as [(typeof own)[number]];
    await recordArrivalTimes(ports, { environment: join.environment, merchantId: join.merchantId }, own);
  }
}

async function matchAll(ports: ConfirmPorts, due: readonly DueJoin[]): Promise<Map<string, LedgerMatch>> {
  // Contested payments are decided by the gateway's current response, not by stored data.
  const decided = due.filter(({ join }) => join.attempt !== "contested");
  const matches: [string, LedgerMatch][] = [];
  for (const [environment, own] of Map.groupBy(decided, ({ join }) => join.environment)) {
    const deliveries = own.map(({ delivery }) => delivery);
    matches.push(...(await matchTrnrefs(ports, environment, deliveries)));
  }
  return new Map(matches);
}

/** A self-test's endpoint belongs to no merchant, so it has no ledger. */
function toGatewayQuery(environment: string, at: Date) {
  return isEnvironment(environment) ? { asks: true, nextAt: at } : { asks: false, nextAt: null };
}
