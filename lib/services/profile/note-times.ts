import { findZone, type SeenTime } from "#lib/core/gateway-zone.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { GatewayFact } from "#lib/gateway/types.ts";
import type { ServiceContext } from "../context.ts";
import { recordFact } from "./record-fact.ts";

export type TimePorts = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;
export type TimePlace = { environment: string; merchantId: string };

/** The observation, in lines that contain times only. */
type SeenZone = { question: "zone" | "payment_zone"; seen: readonly SeenTime[]; evidence: string; isHint?: boolean };

/** Records in the profile the zone of the gateway's times, from times that are known otherwise. */
export async function noteZone(ports: TimePorts, place: TimePlace, { seen, ...told }: SeenZone): Promise<void> {
  const { zone, paymentZone } = await ports.gateways.environment(place.environment as Environment);
  const isOfPayments = told.question === "payment_zone";
  const inUse = isOfPayments ? (paymentZone ?? zone) : zone;
  const found = findZone(seen, inUse);
  if (found.kind === "differs" && found.zone !== undefined) await note(ports, place, { ...told, answer: found.zone });
  // A confirmed default becomes a known answer.
  const isNews = !isOfPayments || paymentZone === undefined;
  if (found.kind === "agrees" && isNews) await note(ports, place, { ...told, answer: inUse });
}

const lagSecondsMax = 86_400;

/** Records in the profile the delay until a payment was listed. */
export async function noteListingLag(ports: TimePorts, place: TimePlace, times: { from: Date; listed: Date }): Promise<void> {
  const seconds = Math.ceil((times.listed.getTime() - times.from.getTime()) / 1_000);
  if (seconds <= 0) return;
  const evidence = `payment ${clockTime(times.from)}, listed ${clockTime(times.listed)}`;
  await note(ports, place, { question: "listing_lag", answer: Math.min(seconds, lagSecondsMax), evidence });
}

/** `04:30:05Z` */
export function clockTime(at: Date): string {
  return `${at.toISOString().slice(11, 19)}Z`;
}

/** A failure to record times must not fail the operation that observed them. */
export async function orLog({ log }: Pick<TimePorts, "log">, work: () => Promise<void>): Promise<void> {
  await work().catch((cause) => log.warn({ cause }, "What the gateway's times showed could not be stored"));
}

async function note(
  { db, clock, gateways }: TimePorts,
  { environment, merchantId }: TimePlace,
  fact: Omit<GatewayFact, "merchantId">,
): Promise<void> {
  const { baseUrl } = await gateways.environment(environment as Environment);
  await recordFact(db, { environment, baseUrl, fact: { merchantId, ...fact }, at: new Date(clock.now()) });
  gateways.reload(environment as Environment);
}
