import { and, asc, getTableColumns, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Delivery } from "../notify/ports.ts";
import { epochMs } from "./epoch.ts";
import { toJsonRows } from "./json-rows.ts";
import type { DeliverySummary } from "./notifications.ts";
import type { Database, Queryable, Transaction } from "./open-store.ts";
import { deliveryOutbox, ledgerJoin } from "./schema/ledger-join.ts";
import { delivery } from "./schema/notification.ts";

export type LedgerJoinRow = typeof ledgerJoin.$inferSelect;
type NewJoin = Pick<LedgerJoinRow, "deliveryId" | "environment" | "merchantId" | "attempt" | "nextAt">;

/** Queues acting deliveries, inside their commit, for what is made of them after it. */
export async function queueForJoin(tx: Queryable, deliveries: readonly Pick<Delivery, "id">[]): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  await tx.execute(sql`insert into ${deliveryOutbox} (delivery_id) select unnest(${sql.param(ids)}::uuid[])`);
}

const { body: _body, ...summaryColumns } = getTableColumns(delivery);

/** Takes the oldest queued deliveries; they are gone when the caller's transaction commits, and back when it does not. */
export async function takeQueued(tx: Transaction, limit: number): Promise<DeliverySummary[]> {
  const next = tx
    .select({ seq: deliveryOutbox.seq })
    .from(deliveryOutbox)
    .orderBy(asc(deliveryOutbox.seq))
    .limit(limit)
    .for("update", { skipLocked: true });
  const taken = await tx
    .delete(deliveryOutbox)
    .where(inArray(deliveryOutbox.seq, next))
    .returning({ id: deliveryOutbox.deliveryId });
  if (taken.length === 0) return [];
  const ids = taken.map(({ id }) => id);
  return tx.select(summaryColumns).from(delivery).where(inArray(delivery.id, ids)).orderBy(asc(delivery.seq));
}

/** Begins to follow notifications; one that is followed already goes on as it is. */
export async function insertJoins(tx: Queryable, rows: readonly NewJoin[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ledger_join (delivery_id, environment, merchant_id, attempt, next_at)
    select "deliveryId", environment, "merchantId", attempt, "nextAt"
    from json_to_recordset(${toJsonRows(rows)}::json)
      as join_row("deliveryId" uuid, environment text, "merchantId" uuid, attempt text, "nextAt" timestamptz)
    on conflict do nothing`);
}

export async function findJoins(db: Queryable, deliveryIds: readonly string[]): Promise<Map<string, LedgerJoinRow>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(ledgerJoin)
    .where(inArray(ledgerJoin.deliveryId, [...deliveryIds]));
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

/** Which notifications are about these ledger rows. */
export async function findJoinsOfRows(
  db: Queryable,
  rows: readonly { merchantId: string; id: string }[],
): Promise<LedgerJoinRow[]> {
  if (rows.length === 0) return [];
  const wanted = sql.join(
    rows.map(({ merchantId, id }) => sql`(${merchantId}::uuid, ${id})`),
    sql`, `,
  );
  return db
    .select()
    .from(ledgerJoin)
    .where(and(isNotNull(ledgerJoin.transactionId), sql`(${ledgerJoin.merchantId}, ${ledgerJoin.transactionId}) in (${wanted})`));
}

export type DueJoin = { join: LedgerJoinRow; delivery: DeliverySummary };

/** Joins whose turn it is; another caller gets them again only after `leaseMs`. */
export async function claimDueJoins(
  db: Database,
  { at, leaseMs, limit }: { at: Date; leaseMs: number; limit: number },
): Promise<DueJoin[]> {
  const due = db
    .select({ id: ledgerJoin.deliveryId })
    .from(ledgerJoin)
    .where(and(isNotNull(ledgerJoin.nextAt), lte(ledgerJoin.nextAt, at)))
    .orderBy(asc(ledgerJoin.nextAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  const joins = await db
    .update(ledgerJoin)
    .set({ nextAt: new Date(at.getTime() + leaseMs) })
    .where(inArray(ledgerJoin.deliveryId, due))
    .returning();
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
 * The arrivals of the last day whose payment the ledger has by IPC_Trnref, newest first, with the time that the ledger
 * writes. Follows the index of deliveries by time, and stops at the limit.
 */
export async function listMatchedTimes(
  db: Queryable,
  { environment }: { environment: string },
): Promise<{ receivedAt: Date; text: string }[]> {
  const { rows } = await db.execute<{ ms: number; text: string }>(sql`
    select ${epochMs(sql`arrived.received_at`)} as ms, stored.occurred_at_text as text
    from delivery arrived
    join ledger_join joined on joined.delivery_id = arrived.id and joined.attempt = 'paid' and joined.matched_by = 'trnref'
      and joined.agrees and joined.transaction_id is not null
    join transaction_key key on key.merchant_id = joined.merchant_id and key.id = joined.transaction_id
    join transaction stored on stored.environment = arrived.environment and stored.merchant_id = key.merchant_id
      and stored.occurred_at = key.occurred_at and stored.id = key.id
    where arrived.environment = ${environment} and arrived.received_at > now() - ${matchedTimesDays} * interval '1 day'
    order by arrived.received_at desc
    limit ${matchedTimesMax}`);
  return rows.map(({ ms, text }) => ({ receivedAt: new Date(ms), text }));
}

export type JoinChange = Partial<Omit<LedgerJoinRow, "deliveryId" | "environment" | "merchantId">>;

const joinColumns = getTableColumns(ledgerJoin);

/** Changes each of the joins in its own way, those of which the same columns change in one statement. */
export async function changeJoins(db: Queryable, changes: readonly { deliveryId: string; change: JoinChange }[]): Promise<void> {
  for (const alike of Map.groupBy(changes, ({ change }) => Object.keys(change).sort().join(" ")).values()) {
    const names = Object.keys(alike[0]?.change ?? {}) as (keyof JoinChange)[];
    const types = names.map((name) => sql`${sql.identifier(name)} ${sql.raw(joinColumns[name].getSQLType())}`);
    const values = names.map((name) => sql`${sql.identifier(joinColumns[name].name)} = change.${sql.identifier(name)}`);
    const rows = alike.map(({ deliveryId, change }) => ({ deliveryId, ...change }));
    await db.execute(sql`
      update ledger_join set ${sql.join(values, sql`, `)}
      from json_to_recordset(${toJsonRows(rows)}::json) as change("deliveryId" uuid, ${sql.join(types, sql`, `)})
      where ledger_join.delivery_id = change."deliveryId"`);
  }
}

/** Makes it these joins' turn at once. */
export async function lookAgain(db: Queryable, { deliveryIds, at }: { deliveryIds: readonly string[]; at: Date }): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db
    .update(ledgerJoin)
    .set({ nextAt: at, tries: sql`0` })
    .where(inArray(ledgerJoin.deliveryId, [...deliveryIds]));
}
