import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, lte, not, type SQL, sql } from "drizzle-orm";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";
import { reconciliation } from "../schema/reconciliation.ts";
import { epochMs } from "../settings/epoch.ts";
import { type DeliverySummary, summaryColumns } from "./notifications.ts";

export type ReconciliationRow = typeof reconciliation.$inferSelect;
type NewJoin = Pick<ReconciliationRow, "deliveryId" | "environment" | "merchantId" | "attempt" | "nextAt">;

const joinColumns = getTableColumns(reconciliation);

/** Starts the reconciliation of notifications; existing ones stay as they are. */
export async function insertJoins(tx: Queryable, rows: readonly NewJoin[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into reconciliation (delivery_id, environment, merchant_id, attempt, next_at)
    select "deliveryId", environment, "merchantId", attempt, "nextAt"
    from json_to_recordset(${toJsonRows(rows)}::json)
      as join_row("deliveryId" uuid, environment text, "merchantId" uuid, attempt text, "nextAt" timestamptz)
    on conflict do nothing`);
}

export async function findJoins(db: Queryable, deliveryIds: readonly string[]): Promise<Map<string, ReconciliationRow>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(reconciliation)
    .where(inArray(reconciliation.deliveryId, [...deliveryIds]));
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

/** The notifications that were matched to these transactions. */
export async function findJoinsOfRows(
  db: Queryable,
  rows: readonly { environment: string; merchantId: string; id: string }[],
): Promise<ReconciliationRow[]> {
  if (rows.length === 0) return [];
  const column = (read: (row: (typeof rows)[number]) => string) => sql.param([...new Set(rows.map(read))]);
  // Separate lists need one index search per month; pairs would be planned for each month.
  const joins = await db
    .select()
    .from(reconciliation)
    .where(
      and(
        sql`${reconciliation.environment} = any(${column(({ environment }) => environment)}::text[])`,
        sql`${reconciliation.merchantId} = any(${column(({ merchantId }) => merchantId)}::uuid[])`,
        sql`${reconciliation.transactionId} = any(${column(({ id }) => id)}::text[])`,
      ),
    );
  const wanted = new Set(rows.map(({ merchantId, id }) => `${merchantId} ${id}`));
  return joins.filter(({ merchantId, transactionId }) => wanted.has(`${merchantId} ${transactionId}`));
}

export type DueJoin = { join: ReconciliationRow; delivery: DeliverySummary };

type Claim = { at: Date; leaseMs: number; limit: number };

/** Claims reconciliations that are due for matching with the stored ledger, for `leaseMs`. */
export function claimDueJoins(db: Database, claim: Claim): Promise<DueJoin[]> {
  return lease(db, and(isNotNull(reconciliation.nextAt), not(reconciliation.asks), lte(reconciliation.nextAt, claim.at)), claim);
}

/**
 * Claims reconciliations that are due for a query to the gateway, for `leaseMs`: of the next merchant after `after`
 * that is not in `busy`, starting over after the last one.
 */
export async function claimQueryingReconciliations(
  db: Database,
  { environment, after, busy, ...claim }: Claim & { environment: string; after: string | null; busy: readonly string[] },
): Promise<DueJoin[]> {
  const isDue = and(reconciliation.asks, eq(reconciliation.environment, environment), lte(reconciliation.nextAt, claim.at));
  const isFree = sql`${reconciliation.merchantId} <> all(${sql.param([...busy])}::uuid[])`;
  const nextMerchant = (afterId: string | null) =>
    db
      .select({ id: reconciliation.merchantId })
      .from(reconciliation)
      .where(and(isDue, isFree, afterId === null ? undefined : gt(reconciliation.merchantId, afterId)))
      .orderBy(asc(reconciliation.merchantId))
      .limit(1);
  const [next] = await nextMerchant(after);
  const [merchant] = next || after === null ? [next] : await nextMerchant(null);
  if (!merchant) return [];
  return lease(db, and(isDue, eq(reconciliation.merchantId, merchant.id)), claim);
}

async function lease(db: Database, isDue: SQL | undefined, { at, leaseMs, limit }: Claim): Promise<DueJoin[]> {
  const joins = await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: reconciliation.deliveryId })
      .from(reconciliation)
      .where(isDue)
      .orderBy(asc(reconciliation.nextAt))
      .limit(limit)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    // By their ids, so that only their months' partitions are locked: another month may be about to be dropped.
    return tx
      .update(reconciliation)
      .set({ nextAt: new Date(at.getTime() + leaseMs) })
      .where(
        inArray(
          reconciliation.deliveryId,
          due.map(({ id }) => id),
        ),
      )
      .returning();
  });
  const ids = joins.map(({ deliveryId }) => deliveryId);
  if (ids.length === 0) return [];
  const deliveries = await db.select(summaryColumns).from(delivery).where(inArray(delivery.id, ids));
  const byId = new Map(deliveries.map((row) => [row.id, row]));
  return joins.flatMap((join) => {
    const row = byId.get(join.deliveryId);
    return row ? [{ join, delivery: row }] : [];
  });
}

const matchedTimesMax = 20;
const matchedTimesDays = 1;

/**
 * Arrival times of the last day's notifications that were matched by IPC_Trnref, newest first, with the time in the
 * ledger. Walks the index of deliveries by time, and stops at the limit.
 */
export async function listMatchedTimes(
  db: Queryable,
  { environment }: { environment: string },
): Promise<{ receivedAt: Date; text: string }[]> {
  const { rows } = await db.execute<{ ms: number; text: string }>(sql`
    select ${epochMs(sql`arrived.received_at`)} as ms, stored.occurred_at_text as text
    from delivery arrived
    join reconciliation joined on joined.delivery_id = arrived.id and joined.environment = arrived.environment and joined.attempt = 'paid' and joined.matched_by = 'trnref'
      and joined.agrees and joined.transaction_id is not null
    join transaction_key key on key.merchant_id = joined.merchant_id and key.id = joined.transaction_id
    join transaction stored on stored.environment = arrived.environment and stored.merchant_id = key.merchant_id
      and stored.occurred_at = key.occurred_at and stored.id = key.id
    where arrived.environment = ${environment} and arrived.received_at > now() - ${matchedTimesDays} * interval '1 day'
    order by arrived.received_at desc
    limit ${matchedTimesMax}`);
  return rows.map(({ ms, text }) => ({ receivedAt: new Date(ms), text }));
}

export type JoinChange = Partial<Omit<ReconciliationRow, "deliveryId" | "environment" | "merchantId">>;

/** Applies each change, regardless of who claimed the row. */
export async function changeJoins(db: Queryable, changes: readonly { deliveryId: string; change: JoinChange }[]): Promise<void> {
  await updateJoins(db, changes, sql`true`);
}

/**
 * Applies changes of claimed rows that are still as they were claimed: since then a Rollback or a team member may have
 * made them due, or another caller may have claimed them. Returns which were changed.
 */
export function changeClaimed(
  db: Queryable,
  changes: readonly { join: ReconciliationRow; change: JoinChange }[],
): Promise<Set<string>> {
  const rows = changes.map(({ join, change }) => ({
    ...{ deliveryId: join.deliveryId, change },
    claimed: { attempt: join.attempt, nextAt: join.nextAt },
  }));
  return updateJoins(
    db,
    rows,
    sql`reconciliation.attempt = claimed ->> 'attempt' and reconciliation.next_at = (claimed ->> 'nextAt')::timestamptz`,
  );
}

type Update = { deliveryId: string; change: JoinChange; claimed?: object };

/** One statement for all changes of the same columns. */
async function updateJoins(db: Queryable, changes: readonly Update[], condition: SQL): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const sameColumns of Map.groupBy(changes, ({ change }) => Object.keys(change).sort().join(" ")).values()) {
    const names = Object.keys(sameColumns[0]?.change ?? {}) as (keyof JoinChange)[];
    const types = names.map((name) => sql`${sql.identifier(name)} ${sql.raw(joinColumns[name].getSQLType())}`);
    const values = names.map((name) => sql`${sql.identifier(joinColumns[name].name)} = change.${sql.identifier(name)}`);
    const content = toJsonRows(sameColumns.map(({ change, ...row }) => ({ ...row, ...change })));
    const ids = sql.param(sameColumns.map(({ deliveryId }) => deliveryId));
    const { rows } = await db.execute<{ id: string }>(sql`
      update reconciliation set ${sql.join(values, sql`, `)}
      from json_to_recordset(${content}::json) as change("deliveryId" uuid, claimed json, ${sql.join(types, sql`, `)})
      where reconciliation.delivery_id = change."deliveryId" and reconciliation.delivery_id = any(${ids}::uuid[])
        and ${condition} returning delivery_id as id`);
    for (const { id } of rows) changed.add(id);
  }
  return changed;
}

/** Makes these reconciliations due at once. */
export async function checkAgain(
  db: Queryable,
  { deliveryIds, at }: { deliveryIds: readonly string[]; at: Date },
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db
    .update(reconciliation)
    .set({ nextAt: at, tries: sql`0`, asks: false })
    .where(inArray(reconciliation.deliveryId, [...deliveryIds]));
}
