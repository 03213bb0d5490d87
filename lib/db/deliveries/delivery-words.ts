import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

/** No word contains a space. */
export type DeliveryWords = { deliveryId: string; environment: string; merchantId: string; words: readonly string[] };

export async function saveWords(db: Queryable, rows: readonly DeliveryWords[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (read: (row: DeliveryWords) => string) => sql.param(rows.map(read));
  await db.execute(sql`
    insert into delivery_text (delivery_id, environment, merchant_id, words)
    select delivery_id, environment, merchant_id, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${column((row) => row.deliveryId)}::uuid[], ${column((row) => row.environment)}::text[],
      ${column((row) => row.merchantId)}::uuid[], ${column((row) => row.words.join(" "))}::text[])
      as text_row(delivery_id, environment, merchant_id, words)
    on conflict (delivery_id, environment) do update set words = excluded.words`);
}
