import { type SQL, sql } from "drizzle-orm";
import { type FailedAttempt, failedAttemptLimit } from "#lib/core/lockout-guard.ts";
import { identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { ledgerSync } from "../schema/sync-run.ts";

/** Failed attempts of the integration, at a time of the database's clock. */
export type IntegrationFacts = { failedAttempts: readonly FailedAttempt[]; nowMs: number };

/** States of the last sync; `syncing` is neither of the others. */
export type SyncFilter = { state: "attention" | "syncing" | "up_to_date"; freshFrom: Date };
export type MerchantFilter = { status?: ConnectionStatus | undefined; sync?: SyncFilter | undefined };
type ConnectionStatus = "ready" | "refused" | "waiting" | "unproven";

/**
 * Whether a merchant's connection has this status. A copy in SQL of the rules of `toMerchantStatus`, for searching all
 * merchants; a test compares the two.
 */
export function hasConnection(status: ConnectionStatus, { failedAttempts, nowMs }: IntegrationFacts): SQL {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const isFull = failedAttempts.length >= failedAttemptLimit;
  const isFlying = failedAttempts.some(({ outcome, leaseUntilMs }) => outcome === "in_flight" && leaseUntilMs > nowMs);
  const isStopped = isFull && !isFlying;
  const failedAttempt = sql`${identityPair.failedAttempts} -> 0`;
  const isPaused = sql`(${identityPair.state} = 'closed' and ${failedAttempt} ->> 'outcome' <> 'in_flight'
    and (${failedAttempt} ->> 'decidedAtMs')::numeric > ${nowMs})`;
  const found = sql`case
    when ${isPairStopped} then 'refused'
    when ${identityPair.held} is not null and ${identityPair.cachedAt} is not null and ${identityPair.cachedUntil} > ${now} then 'ready'
    when ${isStopped}::boolean then 'refused'
    when ${isFull}::boolean or ${identityPair.inflightUntil} > ${now} or ${isPaused} then 'waiting'
    when ${identityPair.provenMark} = ${merchant.secretMark} then 'ready'
    else 'unproven' end`;
  // A condition of its own can use an index, as long as the integration does not stop all merchants.
  const narrowed = status === "refused" && !isStopped ? sql`${isPairStopped} and ` : sql``;
  return sql`(${narrowed}${found} = ${status})`;
}

const isPairStopped = sql`(${identityPair.state} = 'open' or ${identityPair.failedAttemptCount} >= ${sql.raw(String(failedAttemptLimit))})`;

/** Whether a merchant's ledger sync is in this state: the groups that `countLedgerSyncs` counts. */
export function hasSync({ state, freshFrom }: SyncFilter): SQL {
  if (state === "attention") return sql`${ledgerSync.problem} is not null`;
  const isRecent = sql`coalesce(${ledgerSync.recentReadAt} >= ${freshFrom.toISOString()}::timestamptz, false)`;
  return sql`(${ledgerSync.problem} is null and ${isRecent} = ${state === "up_to_date"}::boolean)`;
}
