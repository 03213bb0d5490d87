import { sql } from "drizzle-orm";
import { environments } from "#lib/core/identifiers.ts";
import type { Database } from "../connection/open-store.ts";

/** Limits how long other statements wait for these tables while a month is created; after that it is retried. */
const lockWithin = "300ms";

/** Creates the partitions for this month and the next; cheap when they exist. */
export async function ensureDeliveryMonths(db: Database, at: Date): Promise<void> {
  for (const environment of environments) {
    for (const months of [0, 1]) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${lockWithin}, true)`);
        await tx.execute(
          sql`select ensure_delivery_month(${environment}, ${at.toISOString()}::timestamptz + ${months} * interval '1 month')`,
        );
      });
    }
  }
}
