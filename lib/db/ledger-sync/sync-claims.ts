import { type SQL, sql } from "drizzle-orm";
import type { Problem } from "#lib/core/text.ts";
import type { Queryable } from "../connection/open-store.ts";
import { afterReading } from "./ledger-sync.ts";

/** Why a merchant is read next; each kind has an index of its own. */
export const syncKinds = ["looked", "never", "due", "history"] as const;
export type SyncKind = (typeof syncKinds)[number];

/** A merchant claimed by this holder alone. */
export type SyncClaim = {
  merchantId: string;
  kind: SyncKind;
  recentReadAt: Date | null;
  rowsPerDay: number;
  failures: number;
  /** Failures of parts of the history. */
  historyFailures: number;
};

const viewedWithin = sql`interval '5 minutes'`;
/** How often a merchant is read again while it is being viewed. */
const viewedAgain = sql`interval '1 minute'`;

const queues: Record<SyncKind, { isDue: SQL; order: SQL }> = {
  looked: {
    isDue: sql`viewed_at > now() - ${viewedWithin}
      and (due_at <= now() or (failures = 0 and recent_read_at < now() - ${viewedAgain}))`,
    order: sql`viewed_at desc`,
  },
  never: { isDue: sql`recent_read_at is null and due_at <= now()`, order: sql`due_at` },
  due: { isDue: sql`recent_read_at is not null and due_at <= now()`, order: sql`due_at` },
  history: {
    isDue: sql`history_read_at is null and recent_read_at is not null and history_due_at <= now() and failures = 0`,
    order: sql`history_due_at`,
  },
};

type ClaimOptions = { environment: string; kind: SyncKind; holder: string; lifeMs: number; limit: number };

/** Claims due merchants without a live claim; skips rows that other processes are claiming. */
export async function claimSyncs(
  db: Queryable,
  { environment, kind, holder, lifeMs, limit }: ClaimOptions,
): Promise<SyncClaim[]> {
  const { isDue, order } = queues[kind];
  const { rows } = await db.execute<Omit<SyncClaim, "kind" | "recentReadAt"> & { recentReadMs: number | null }>(sql`
    with due as materialized (
      select merchant_id from ledger_sync
      where environment = ${environment} and ${isDue} and (cached_until is null or cached_until < now())
      order by ${order} limit ${limit} for update skip locked
    )
    update ledger_sync sync set holder = ${holder}, cached_until = now() + ${lifeMs} * interval '1 millisecond'
    from due where sync.merchant_id = due.merchant_id
    returning sync.merchant_id as "merchantId", sync.rows_per_day as "rowsPerDay", sync.failures,
      sync.history_failures as "historyFailures",
      (extract(epoch from sync.recent_read_at) * 1000)::float8 as "recentReadMs"`);
  return rows.map(({ recentReadMs, ...row }) => ({
    ...row,
    kind,
    recentReadAt: recentReadMs === null ? null : new Date(recentReadMs),
  }));
}

type RenewedClaim = { merchantId: string; isWaitedFor: boolean };

/** Renews claims; returns those still owned by this holder, and whether a user is waiting for them. */
export async function renewSyncs(
  db: Queryable,
  { holder, lifeMs, merchantIds }: { holder: string; lifeMs: number; merchantIds: readonly string[] },
): Promise<RenewedClaim[]> {
  if (merchantIds.length === 0) return [];
  const { rows } = await db.execute<RenewedClaim>(sql`
    update ledger_sync set cached_until = now() + ${lifeMs} * interval '1 millisecond'
    where merchant_id = any(${sql.param([...merchantIds])}::uuid[]) and holder = ${holder}
    returning merchant_id as "merchantId", coalesce(waited_at > now() - interval '5 seconds', false) as "isWaitedFor"`);
  return rows;
}

export type SyncOutcome =
  | { outcome: "read"; againInMs: number }
  | { outcome: "piece"; isWhole: boolean }
  | { outcome: "postponed"; isHistory: boolean; againInMs: number }
  | { outcome: "failed"; isHistory: boolean; againInMs: number; problem: Problem }
  | { outcome: "given_up" };

/** Ends a claim. A merchant that was given up may be claimed again at once. */
export async function endSync(
  db: Queryable,
  { merchantId, holder, ...result }: { merchantId: string; holder: string } & SyncOutcome,
): Promise<void> {
  await db.execute(sql`
    update ledger_sync set holder = null, cached_until = null ${changesOf(result)}
    where merchant_id = ${merchantId} and holder = ${holder}`);
}

function changesOf(result: SyncOutcome): SQL {
  if (result.outcome === "given_up") return sql``;
  if (result.outcome === "piece") {
    return result.isWhole
      ? sql`, history_read_at = coalesce(history_read_at, now()), history_failures = 0, problem = null`
      : sql`, history_due_at = now(), history_failures = greatest(history_failures - 1, 0),
          problem = case when history_failures > 1 then problem end`;
  }
  const dueAt = sql`now() + ${result.againInMs} * interval '1 millisecond'`;
  if (result.outcome === "read") return sql`, due_at = ${dueAt}, ${afterReading()}`;
  // A part of the history that fails delays only the next part; a merchant that cannot be read delays both.
  const historyDueAt = sql`history_due_at = greatest(history_due_at, ${dueAt})`;
  const due = result.isHistory ? historyDueAt : sql`due_at = ${dueAt}, ${historyDueAt}`;
  if (result.outcome === "postponed") return sql`, ${due}`;
  const counted = result.isHistory ? sql`history_failures = history_failures + 1` : sql`failures = failures + 1`;
  return sql`, ${due}, ${counted}, problem = ${JSON.stringify(result.problem)}::jsonb`;
}

/** How many merchants share an integration's budget. */
export async function countSyncWork(db: Queryable, environment: string): Promise<{ merchants: number; withoutHistory: number }> {
  const { rows } = await db.execute<{ merchants: number; withoutHistory: number }>(sql`
    select count(*)::int as merchants, (count(*) filter (where history_read_at is null))::int as "withoutHistory"
    from ledger_sync where environment = ${environment}`);
  return rows[0] ?? { merchants: 0, withoutHistory: 0 };
}
