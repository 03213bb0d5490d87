import { type SQL, sql } from "drizzle-orm";
import type { SyncState } from "#lib/contract/merchant-marks.ts";
import { type FailedAttempt, failedAttemptLimit } from "#lib/core/lockout-guard.ts";
import { isForwardDue } from "../alerts/rule-settings.ts";
import { isNeverSynced, isNotFullySynced } from "../ledger-sync/unread-ledgers.ts";
import { merchantRhythm } from "../schema/alert.ts";
import { identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { isSignInRejected, lacksCertificateAt } from "./merchant-troubles.ts";

/** Failed attempts of the integration, at a time of the database's clock. */
export type IntegrationFacts = { failedAttempts: readonly FailedAttempt[]; nowMs: number };

export type SyncFilter = { state: SyncState; freshFrom: Date };
export type MerchantFilter = {
  status?: ConnectionStatus | undefined;
  sync?: SyncFilter | undefined;
  /** Only those whose state, as `toMerchantState` says it, names an issue. */
  needsAttention?: true | undefined;
  /** Only those whose ledger is late (`isLate`). */
  readBefore?: Date | undefined;
  isSilent?: true | undefined;
  isForwardFailing?: true | undefined;
};
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

/**
 * Whether a merchant's ledger sync is in this state: the groups that `countLedgerSyncs`, `listSyncProblems` and
 * `listUnreadLedgers` count.
 */
export function hasSync({ state, freshFrom }: SyncFilter): SQL {
  if (state === "sync_failed") return sql`${ledgerSync.problem} is not null`;
  if (state === "sign_in_failed") return isSignInRejected;
  if (state === "sync_failed_otherwise") return sql`(${ledgerSync.problem} is not null and not ${isSignInRejected})`;
  if (state === "never_synced") return sql`(${ledgerSync.problem} is null and ${isNeverSynced})`;
  if (state === "not_fully_synced") return sql`(${ledgerSync.problem} is null and ${isNotFullySynced})`;
  const isRecent = sql`coalesce(${ledgerSync.recentReadAt} >= ${freshFrom.toISOString()}::timestamptz, false)`;
  return sql`(${ledgerSync.problem} is null and ${isRecent} = ${state === "up_to_date"}::boolean)`;
}

/** Whether the list shows an issue of a merchant: a copy in SQL of the rules of `toMerchantState`; a test compares the two. */
export function hasIssue(integration: IntegrationFacts): SQL {
  const lacksCertificate = lacksCertificateAt(new Date(integration.nowMs));
  return sql`(${ledgerSync.problem} is not null or ${lacksCertificate} or ${hasConnection("refused", integration)})`;
}

const overdueAfter = sql`interval '5 minutes'`;
/** When a merchant's ledger was last read completely; before the first time, when it was added. */
export const readAt = sql`coalesce(${ledgerSync.recentReadAt}, ${merchant.createdAt})`;

/**
 * Whether a merchant's ledger was last read completely before `readBefore`, and either fails or is overdue. One whose sign-in
 * is rejected is stopped, which is another trouble.
 */
export function isLate(readBefore: Date): SQL {
  return sql`(${readAt} < ${readBefore.toISOString()}::timestamptz
    and (${ledgerSync.problem} is not null or ${ledgerSync.dueAt} < now() - ${overdueAfter})
    and not ${isSignInRejected})`;
}

/** Whether an endpoint has notifications that are no longer sent to its shop, or that it did not take for some minutes. */
const isFailing = sql`(exists (select from forward where forward.endpoint_id = endpoint.id and state = 'dead')
  or exists (select from forward where forward.endpoint_id = endpoint.id and ${isForwardDue}))`;

/** Whether the shop of one of a merchant's endpoints does not take notifications. */
export const isForwardFailing = sql`exists (
  select from notify_endpoint endpoint join forward_target on forward_target.endpoint_id = endpoint.id
  where endpoint.merchant_id = ${merchant.id} and ${isFailing})`;

/** Whether a merchant lacks the sales that it usually has by now. */
export const isSilent = sql`exists (
  select from ${merchantRhythm} where ${merchantRhythm.merchantId} = ${merchant.id} and ${merchantRhythm.silentSince} is not null)`;
