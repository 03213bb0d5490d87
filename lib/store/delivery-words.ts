import { and, asc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { DeliveryRow } from "./notifications.ts";
import type { Queryable } from "./open-store.ts";
import { deliveryProblem, deliveryText } from "./schema/ledger-join.ts";
import { delivery } from "./schema/notification.ts";

/**
 * Deliveries without words, oldest first; also those that were committed late, below others that have theirs. Without
 * those that were set aside.
 */
export function listWithoutWords(db: Queryable, { done, limit }: { done: number; limit: number }): Promise<DeliveryRow[]> {
  return db
    .select(getTableColumns(delivery))
    .from(delivery)
    .leftJoin(deliveryText, eq(deliveryText.deliveryId, delivery.id))
    .leftJoin(deliveryProblem, and(eq(deliveryProblem.deliveryId, delivery.id), eq(deliveryProblem.step, "search")))
    .where(and(gt(delivery.seq, done), isNull(deliveryText.deliveryId), isNull(deliveryProblem.deliveryId)))
    .orderBy(asc(delivery.seq))
    .limit(limit);
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
