import { sql } from "drizzle-orm";
import type { Queryable } from "../../connection/open-store.ts";

/** Changes a bit of a stored body, so that it does not open any more. */
export async function damageBody(db: Queryable, deliveryId: string): Promise<void> {
  await db.execute(sql`
    update delivery set body = set_byte(body, length(body) - 1, get_byte(body, length(body) - 1) # 1) where id = ${deliveryId}`);
}
