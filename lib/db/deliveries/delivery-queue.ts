import { asc, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import type { DeliveryRow } from "../notifications/notifications.ts";
import { delivery } from "../schema/notification.ts";
import { deliveryOutbox } from "../schema/reconciliation.ts";

/** A queued delivery; `acts`: it changes the state of its order. */
export type QueuedDelivery = { row: DeliveryRow; acts: boolean };

type ClaimOptions = {
  /** Merchants after this one are served; null for the first. */
  after: string | null;
  merchantsMax: number;
  rowsMax: number;
};

type Claimed = {
  queued: QueuedDelivery[];
  /** Where the next round continues; null: at the first merchant again. */
  last: string | null;
};

/** Advisory lock, with a merchant's hash: its holder is the only one that processes the merchant's deliveries. */
const merchantLock = 4_242_033;

/** Queues deliveries for processing, inside the transaction that stores or changes them. */
export async function queueDeliveries(
  tx: Queryable,
  deliveries: readonly { id: string; merchantId: string }[],
  { acts }: { acts: boolean },
): Promise<void> {
  if (deliveries.length === 0) return;
  const column = (read: (row: { id: string; merchantId: string }) => string) => sql.param(deliveries.map(read));
  await tx.execute(sql`
    insert into ${deliveryOutbox} (merchant_id, delivery_id, acts)
    select merchant_id, delivery_id, ${acts}::boolean
    from unnest(${column((row) => row.merchantId)}::uuid[], ${column((row) => row.id)}::uuid[]) as queued(merchant_id, delivery_id)`);
}

/**
 * Claims the oldest queued deliveries of the next merchants, the same share of each, so that one merchant's flood does
 * not delay the others. Only one caller at a time processes a merchant. Claimed deliveries leave the queue when the
 * caller's transaction commits, and return when it does not.
 */
export async function claimQueued(tx: Transaction, { after, merchantsMax, rowsMax }: ClaimOptions): Promise<Claimed> {
  const behind = after === null ? sql`true` : sql`merchant_id > ${after}::uuid`;
  const { rows } = await tx.execute<{ last: string; walked: number; ids: string[] | null; acting: string[] | null }>(sql`
    with recursive walked as (
      (select merchant_id, 1 as n from delivery_outbox where ${behind} order by merchant_id limit 1)
      union all
      select next.merchant_id, walked.n + 1 from walked cross join lateral (
        select merchant_id from delivery_outbox where merchant_id > walked.merchant_id order by merchant_id limit 1
      ) next
      where walked.n < ${merchantsMax}
    ), mine as materialized (
      select merchant_id from walked where pg_try_advisory_xact_lock(${merchantLock}, hashtext(merchant_id::text))
    ), taken as materialized (
      select own.* from mine cross join lateral (
        select merchant_id, seq from delivery_outbox queued where queued.merchant_id = mine.merchant_id
        order by seq limit greatest(1, ${rowsMax}::int / (select count(*) from mine))
        for update skip locked
      ) own
    ), gone as (
      delete from delivery_outbox using taken
      where delivery_outbox.merchant_id = taken.merchant_id and delivery_outbox.seq = taken.seq
      returning delivery_outbox.delivery_id, delivery_outbox.acts
    )
    select (select merchant_id from walked order by n desc limit 1) as last, (select count(*)::int from walked) as walked,
      array_agg(delivery_id) as ids, array_agg(delivery_id) filter (where acts) as acting
    from gone`);
  const [found] = rows;
  const last = found && found.walked === merchantsMax ? found.last : null;
  if (!found?.ids) return { queued: [], last };
  const acting = new Set(found.acting);
  // Locked against removal until the caller commits: rows derived from them have no foreign keys.
  const deliveries = await tx
    .select()
    .from(delivery)
    .where(inArray(delivery.id, found.ids))
    .orderBy(asc(delivery.seq))
    .for("key share");
  return { queued: deliveries.map((row) => ({ row, acts: acting.has(row.id) })), last };
}

type Named = { merchantId: string; id: string };

/** Claims this delivery alone; false when another caller processes its merchant's deliveries, or has claimed it. */
export async function requeue(tx: Transaction, { merchantId, id }: Named): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with mine as materialized (select pg_try_advisory_xact_lock(${merchantLock}, hashtext(${merchantId}::text)) as is_mine)
    delete from delivery_outbox using mine where is_mine and merchant_id = ${merchantId}::uuid and delivery_id = ${id}::uuid`);
  return (rowCount ?? 0) > 0;
}

/** Moves it behind the other queued deliveries of its merchant. */
export async function postponeQueued(db: Queryable, { merchantId, id }: Named): Promise<void> {
  await db.execute(sql`
    update delivery_outbox set seq = default where merchant_id = ${merchantId}::uuid and delivery_id = ${id}::uuid`);
}
