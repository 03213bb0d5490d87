import { and, asc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { DeliveryRow } from "./notifications.ts";
import type { Queryable, Transaction } from "./open-store.ts";
import { deliveryText } from "./schema/ledger-join.ts";
import { delivery } from "./schema/notification.ts";
import { setting } from "./schema/setting.ts";

/** Everything up to `done` has its words; `seen` is done once no transaction from before `xid` runs any more. */
type Progress = { done: number; seen: number; xid: string };

const key = "notifications.words";

/** What this caller alone may go on with until its transaction ends; undefined while another does. */
export async function takeWordProgress(tx: Transaction): Promise<Progress | undefined> {
  await tx
    .insert(setting)
    .values({ key, value: { done: 0, seen: 0, xid: "0" } })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.key, key))
    .for("update", { skipLocked: true });
  return row?.value as Progress | undefined;
}

/** Deliveries without words, oldest first; also those that were committed late, below others that have theirs. */
export function listWithoutWords(tx: Transaction, { done, limit }: { done: number; limit: number }): Promise<DeliveryRow[]> {
  return tx
    .select(getTableColumns(delivery))
    .from(delivery)
    .leftJoin(deliveryText, eq(deliveryText.deliveryId, delivery.id))
    .where(and(gt(delivery.seq, done), isNull(deliveryText.deliveryId)))
    .orderBy(asc(delivery.seq))
    .limit(limit);
}

/**
 * Says that everything visible has its words. A number is taken within its transaction, so what may still appear below
 * the highest one seen belongs to a transaction that runs now.
 */
export async function moveWordProgress(tx: Transaction, { done, seen, xid }: Progress): Promise<void> {
  const { rows } = await tx.execute<Progress & { settled: boolean }>(sql`
    select coalesce((select max(${delivery.seq}) from ${delivery}), 0) as seen,
      pg_snapshot_xmax(pg_current_snapshot())::text as xid,
      pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8 as settled`);
  const [now] = rows;
  if (!now?.settled) return;
  const value = { done: Math.max(done, seen), seen: now.seen, xid: now.xid };
  await tx.update(setting).set({ value }).where(eq(setting.key, key));
}

/** No word holds a space. */
export type DeliveryWords = { deliveryId: string; merchantId: string; words: readonly string[] };

export async function saveWords(db: Queryable, rows: readonly DeliveryWords[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (read: (row: DeliveryWords) => string) => sql.param(rows.map(read));
  await db.execute(sql`
    insert into delivery_text (delivery_id, merchant_id, words)
    select delivery_id, merchant_id, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${column((row) => row.deliveryId)}::uuid[], ${column((row) => row.merchantId)}::uuid[],
      ${column((row) => row.words.join(" "))}::text[]) as text_row(delivery_id, merchant_id, words)
    on conflict (delivery_id) do update set words = excluded.words`);
}
