import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import { forward } from "../schema/forward.ts";
import { delivery, deliveryKey, refusedKey } from "../schema/notification.ts";
import { deliveryOutbox } from "../schema/reconciliation.ts";
import { dropPartitions } from "./old-months.ts";
import { releaseQuota } from "./unverified-quota.ts";

const rowsAtOnce = 300;
const forwardsAtOnce = 5_000;

type OldDelivery = {
  id: string;
  endpoint_id: string;
  sha256: Buffer;
  verdict: string;
  method: string | null;
  body_bytes: number;
  genuine_refused: boolean;
};

type AgeQuery = { environment: string; before: Date };

/** Deliveries with more dependent rows than an ordinary payment: removed one by one. Written like their partial index. */
const isRare = sql`(verdict <> 'valid' or method is distinct from 'IPCPurchaseNotify')`;

/**
 * Removes some of the oldest deliveries with their dependent rows; 0 when there are no more. Valid ones leave their
 * keys, so that the same message sent again is not a second event.
 */
export function removeOldDeliveries(db: Queryable, { environment, before }: AgeQuery): Promise<number> {
  const isOld = sql`environment = ${environment} and received_at < ${before.toISOString()}::timestamptz`;
  return removeSome(db, { environment, from: sql`delivery`, isOld });
}

/** The same for a month's deliveries other than ordinary payments. */
export function removeRareDeliveries(
  db: Queryable,
  { environment, before, month }: AgeQuery & { month: string },
): Promise<number> {
  const isOld = sql`${isRare} and received_at < ${before.toISOString()}::timestamptz`;
  return removeSome(db, { environment, from: sql.identifier(month), isOld });
}

/** Removes some of a month's forwarding rows; 0 when there are no more. */
export async function removeForwardsOf(db: Queryable, month: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from forward where delivery_id in (
      select delivery_id from forward join ${sql.identifier(month)} gone on gone.id = delivery_id limit ${forwardsAtOnce})`);
  return rowCount ?? 0;
}

/**
 * Drops a month's deliveries with everything derived from them, after subtracting them from the overview; undefined
 * when the month has rows to keep, or to remove one by one. Throws when readers do not release it in time.
 */
export function dropDeliveryMonth(
  db: Queryable,
  { month, before }: Pick<AgeQuery, "before"> & { month: string },
): Promise<number | undefined> {
  const derived = ["payment_notice", "reconciliation", "delivery_text"].map((table) => month.replace(/^delivery/, table));
  const deliveries = sql.identifier(month);
  return dropPartitions(db, [...derived, month], async (tx) => {
    const { rows } = await tx.execute(sql`
      (select from ${deliveries} where received_at >= ${before.toISOString()}::timestamptz limit 1)
      union all (select from ${deliveries} where ${isRare} limit 1)`);
    if (rows.length > 0) return undefined;
    for (const table of ["forward", "delivery_outbox", "delivery_problem", "unverified_number"]) {
      await tx.execute(sql`delete from ${sql.identifier(table)} using ${deliveries} gone where delivery_id = gone.id`);
    }
    const counted = await tx.execute<{ removed: number }>(sql`select overview_less_month(${month})::int as removed`);
    return counted.rows[0]?.removed ?? 0;
  });
}

type Batch = { environment: string; from: SQLWrapper; isOld: SQL };

function removeSome(db: Queryable, { environment, from, isOld }: Batch): Promise<number> {
  return db.transaction(async (tx) => {
    // The same lock order as the receiver: first an endpoint's quota, then its deliveries.
    await tx.execute(sql`
      select 1 from quarantine where endpoint_id in (select id from notify_endpoint where environment = ${environment})
      order by endpoint_id for update`);
    const { rows } = await tx.execute<OldDelivery>(sql`
      select id, replace(endpoint_id::text, '-', '') as endpoint_id, sha256, verdict, method, body_bytes, genuine_refused from ${from}
      where ${isOld} order by received_at nulls first, seq nulls first limit ${rowsAtOnce} for update skip locked`);
    if (rows.length > 0) await remove(tx, rows);
    return rows.length;
  });
}

async function remove(tx: Transaction, rows: readonly OldDelivery[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.delete(forward).where(inArray(forward.deliveryId, ids));
  await tx.delete(deliveryOutbox).where(inArray(deliveryOutbox.deliveryId, ids));
  await deleteKeys(tx, rows.filter(mayComeAgain));
  const unverified = rows.filter(({ verdict }) => verdict !== "valid");
  const byQuota = Map.groupBy(unverified, (row) => `${row.endpoint_id} ${row.genuine_refused}`);
  for (const [first, ...more] of byQuota.values()) {
    if (!first) continue;
    const bytes = more.reduce((sum, row) => sum + row.body_bytes, first.body_bytes);
    await releaseQuota(tx, { endpointId: first.endpoint_id, bytes, genuineRefused: first.genuine_refused });
  }
  const refused = rows.filter((row) => row.genuine_refused).map(({ id }) => id);
  if (refused.length > 0) await tx.delete(refusedKey).where(inArray(refusedKey.deliveryId, refused));
  await tx.delete(delivery).where(inArray(delivery.id, ids));
}

/**
 * An invalid delivery may become valid later, and a Rollback with the same bytes may reverse another attempt: both must
 * be stored again.
 */
function mayComeAgain({ verdict, method }: OldDelivery): boolean {
  return verdict !== "valid" || method === "IPCPurchaseRollback";
}

async function deleteKeys(tx: Transaction, rows: readonly OldDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map((row) => and(eq(deliveryKey.endpointId, row.endpoint_id), eq(deliveryKey.sha256, row.sha256)));
  await tx.delete(deliveryKey).where(or(...keys));
}
