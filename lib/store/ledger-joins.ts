import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Delivery } from "../notify/ports.ts";
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
  if (rows.length > 0)
    await tx
      .insert(ledgerJoin)
      .values([...rows])
      .onConflictDoNothing();
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

export type JoinChange = Partial<Omit<LedgerJoinRow, "deliveryId" | "environment" | "merchantId">>;

export async function changeJoin(db: Queryable, deliveryId: string, change: JoinChange): Promise<void> {
  await db.update(ledgerJoin).set(change).where(eq(ledgerJoin.deliveryId, deliveryId));
}

/** Makes it these joins' turn at once. */
export async function lookAgain(db: Queryable, { deliveryIds, at }: { deliveryIds: readonly string[]; at: Date }): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db
    .update(ledgerJoin)
    .set({ nextAt: at, tries: sql`0` })
    .where(inArray(ledgerJoin.deliveryId, [...deliveryIds]));
}
