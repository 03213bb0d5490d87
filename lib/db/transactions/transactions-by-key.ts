import { sql } from "drizzle-orm";
import { fetchRows } from "../connection/fetch-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import { epochMs } from "../settings/epoch.ts";
import type { TransactionRow } from "./transactions.ts";

/** Rows by their merchants and gateway ids, in the order of the request; missing rows are left out. */
export async function findTransactionsByKey(
  db: Queryable,
  environment: string,
  keys: readonly { merchantId: string; id: string }[],
): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ merchant_id: string; id: string; at_ms: number }>(sql`
    select key.merchant_id, key.id, ${epochMs(sql`key.occurred_at`)} as at_ms
    from unnest(${sql.param(keys.map(({ merchantId }) => merchantId))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::text[])
      with ordinality as wanted(merchant_id, id, place)
    join transaction_key key on key.merchant_id = wanted.merchant_id and key.id = wanted.id order by wanted.place`);
  return fetchRows(
    db,
    environment,
    rows.map(({ merchant_id, id, at_ms }) => ({ merchantId: merchant_id, id, occurredAt: new Date(at_ms) })),
  );
}
