import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

/** Makes the partitions that rows of these times go into; cheap when they are there. */
export async function ensureTransactionMonths(
  db: Queryable,
  { environment, times }: { environment: string; times: readonly Date[] },
): Promise<void> {
  const byMonth = new Map(times.map((time) => [`${time.getUTCFullYear()} ${time.getUTCMonth()}`, time.toISOString()]));
  const wanted = sql.param([...byMonth.values()]);
  await db.execute(sql`select ensure_transaction_month(${environment}, at) from unnest(${wanted}::timestamptz[]) at`);
}
