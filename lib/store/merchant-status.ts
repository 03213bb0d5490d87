import { type SQL, sql } from "drizzle-orm";
import { type Charge, chargeLimit } from "../core/lock-guard.ts";
import { identityPair } from "./schema/identity.ts";
import { merchant } from "./schema/merchant.ts";
import { ledgerSync } from "./schema/mirror.ts";

/** What the lock guard counts of the integration, at a moment of the database's clock. */
export type IntegrationFacts = { charges: readonly Charge[]; nowMs: number };

/** Of what was read last; `syncing` is neither of the others. */
export type SyncFilter = { state: "attention" | "syncing" | "up_to_date"; freshFrom: Date };
export type MerchantFilter = { status?: ConnectionStatus | undefined; sync?: SyncFilter | undefined };
type ConnectionStatus = "ready" | "refused" | "waiting" | "unproven";

/**
 * Whether a merchant's connection has this status. The rules are `toMerchantStatus`; this is their copy in SQL, which
 * finds those of a status among all, and a test holds the two together.
 */
export function hasConnection(status: ConnectionStatus, { charges, nowMs }: IntegrationFacts): SQL {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const isFull = charges.length >= chargeLimit;
  const isFlying = charges.some(({ outcome, leaseUntilMs }) => outcome === "in_flight" && leaseUntilMs > nowMs);
  const isStopped = isFull && !isFlying;
  const charge = sql`${identityPair.charges} -> 0`;
  const isPaused = sql`(${identityPair.state} = 'closed' and ${charge} ->> 'outcome' <> 'in_flight'
    and (${charge} ->> 'settlesAtMs')::numeric > ${nowMs})`;
  const found = sql`case
    when ${isPairStopped} then 'refused'
    when ${identityPair.held} is not null and ${identityPair.heldAt} is not null and ${identityPair.heldUntil} > ${now} then 'ready'
    when ${isStopped}::boolean then 'refused'
    when ${isFull}::boolean or ${identityPair.inflightUntil} > ${now} or ${isPaused} then 'waiting'
    when ${identityPair.provenMark} = ${merchant.secretMark} then 'ready'
    else 'unproven' end`;
  // Said by itself it is found through an index, as long as the integration does not stop all of them.
  const narrowed = status === "refused" && !isStopped ? sql`${isPairStopped} and ` : sql``;
  return sql`(${narrowed}${found} = ${status})`;
}

const isPairStopped = sql`(${identityPair.state} = 'open' or ${identityPair.charged} >= ${sql.raw(String(chargeLimit))})`;

/** Whether a merchant's ledger sync stands so: the groups that `countLedgerSyncs` counts. */
export function hasSync({ state, freshFrom }: SyncFilter): SQL {
  if (state === "attention") return sql`${ledgerSync.problem} is not null`;
  const isRecent = sql`coalesce(${ledgerSync.recentReadAt} >= ${freshFrom.toISOString()}::timestamptz, false)`;
  return sql`(${ledgerSync.problem} is null and ${isRecent} = ${state === "up_to_date"}::boolean)`;
}
