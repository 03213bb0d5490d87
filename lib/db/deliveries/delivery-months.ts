import { sql } from "drizzle-orm";
import { environments } from "#lib/core/identifiers.ts";
import type { Database } from "../connection/open-store.ts";

/** Whoever needs these tables waits no longer for a month to be made; then it is tried again later. */
const lockWithin = "300ms";

/** Makes the partitions for what is received this month and the next; cheap when they are there. */
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
