import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

/** Creates the partitions for rows of these times; cheap when they exist. */
export async function ensureTransactionMonths(
  db: Queryable,
  { environment, times }: { environment: string; times: readonly Date[] },
): Promise<void> {
  const byMonth = new Map(times.map((time) => [`${time.getUTCFullYear()} ${time.getUTCMonth()}`, time.toISOString()]));
  const wanted = sql.param([...byMonth.values()]);
  await db.execute(sql`select ensure_transaction_month(${environment}, at) from unnest(${wanted}::timestamptz[]) at`);
}
