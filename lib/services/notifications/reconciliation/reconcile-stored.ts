import { isEnvironment } from "#lib/core/identifiers.ts";
import { changeClaimed, claimDueJoins, type DueJoin } from "#lib/db/notifications/reconciliations.ts";
import { type LedgerMatch, matchTrnrefs } from "./ledger-match.ts";
import { recordArrivalTimes } from "./record-arrival-times.ts";
import { type ConfirmPorts, confirmEach, saveReconciliations, toJoined } from "./save-reconciliations.ts";

const joinsAtOnce = 500;
const leaseMs = 60_000;

/**
 * Looks for the ledger rows of notifications whose turn it is, of all merchants together and only among what is stored. What
 * is not there is then asked for at the gateways (query-ledgers.ts), which may take long. Several callers and processes may do it
 * side by side. Answers whether there may be more.
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
  const found = due.flatMap((each) => {
    const match = matches.get(each.join.deliveryId);
    return match ? [{ ...each, match }] : [];
  });
  await saveReconciliations(
    ports,
    found.map(({ join, match }) => ({ join, change: toJoined(match) })),
  );
  const left = due.filter(({ join }) => !matches.has(join.deliveryId));
  await changeClaimed(
    ports.db,
    left.map(({ join }) => ({ join, change: toAsking(join.environment, at) })),
  );
  for (const own of Map.groupBy(found, ({ join }) => join.merchantId).values()) {
    const [{ join }] = own as [(typeof own)[number]];
    await recordArrivalTimes(ports, { environment: join.environment, merchantId: join.merchantId }, own);
  }
}

async function matchAll(ports: ConfirmPorts, due: readonly DueJoin[]): Promise<Map<string, LedgerMatch>> {
  // What is contested is decided by what the gateway says now, not by what it said.
  const decided = due.filter(({ join }) => join.attempt !== "contested");
  const matches: [string, LedgerMatch][] = [];
  for (const [environment, own] of Map.groupBy(decided, ({ join }) => join.environment)) {
    const deliveries = own.map(({ delivery }) => delivery);
    matches.push(...(await matchTrnrefs(ports, environment, deliveries)));
  }
  return new Map(matches);
}

/** A self-test's endpoint belongs to no merchant: there is no ledger to look in. */
function toAsking(environment: string, at: Date) {
  return isEnvironment(environment) ? { asks: true, nextAt: at } : { asks: false, nextAt: null };
}
