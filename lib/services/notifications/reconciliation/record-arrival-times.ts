import { findZone, type SeenTime } from "#lib/core/gateway-zone.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { type DueJoin, listMatchedTimes } from "#lib/db/notifications/reconciliations.ts";
import { isSeeded } from "#lib/notifications/receive/seeded.ts";
import { clockTime, noteListingLag, noteZone, orLog, type TimePlace, type TimePorts } from "../../profile/note-times.ts";
import type { LedgerMatch } from "./ledger-match.ts";
import { arrivesWithinMs } from "./online-purchase.ts";

type Matched = DueJoin & { match: LedgerMatch };

/** Notifications may be late, so this many must agree. */
const agreeing = 2;

/** Compares the times of rows with the arrival of their notifications, the sandbox's history apart. Never throws. */
export async function recordArrivalTimes(ports: TimePorts, place: TimePlace, matched: readonly Matched[]): Promise<void> {
  const paid = matched.filter(({ join, delivery, match }) => join.attempt === "paid" && match.agrees && !isSeeded(delivery));
  if (paid.length === 0) return;
  await orLog(ports, async () => {
    for (const { join, delivery, match } of paid) {
      const wasLooked = join.gateway === "waiting" && join.gatewayAt !== null;
      const wasLacking = (wasLooked || join.gateway === "unknown") && match.row.readAt > delivery.receivedAt;
      if (wasLacking) await noteListingLag(ports, place, { from: delivery.receivedAt, listed: match.row.readAt });
    }
    // An order may have several attempts; IPC_Trnref names one payment.
    const telling = paid.filter(({ match }) => match.matchedBy === "trnref");
    const times = telling.map(({ delivery, match }) => ({ receivedAt: delivery.receivedAt, text: match.row.occurredAtText }));
    await recordArrivals(ports, place, times);
  });
}

type ReceivedTime = { receivedAt: Date; text: string };

async function recordArrivals(ports: TimePorts, place: TimePlace, arrivals: readonly ReceivedTime[]): Promise<void> {
  const { zone } = await ports.gateways.environment(place.environment as Environment);
  const differs = (arrival: ReceivedTime) => findZone([toSeen(arrival)], zone).kind === "differs";
  const last = arrivals.findLast(differs);
  if (!last) return;
  const recent = await listMatchedTimes(ports.db, { environment: place.environment });
  const newest = recent.filter((arrival) => findZone([toSeen(arrival)], zone).kind !== "nothing").slice(0, agreeing);
  const isSure = newest.length === agreeing && newest.every(differs) && hasOneZone(newest, zone);
  const shown = isSure ? newest : [last];
  const evidence = shown.map(toEvidence).join("\n");
  await noteZone(ports, place, { question: "zone", seen: shown.map(toSeen), evidence, isHint: !isSure });
}

function hasOneZone(arrivals: readonly ReceivedTime[], zone: string): boolean {
  const found = findZone(arrivals.map(toSeen), zone);
  return found.kind === "differs" && found.zone !== undefined;
}

function toSeen({ receivedAt, text }: ReceivedTime): SeenTime {
  // A later one, after downtime of ours, is ignored.
  return { text, at: receivedAt, withinMs: arrivesWithinMs };
}

function toEvidence({ receivedAt, text }: ReceivedTime): string {
  return `notification received ${clockTime(receivedAt)}, date ${text.slice(0, 40)}`;
}
