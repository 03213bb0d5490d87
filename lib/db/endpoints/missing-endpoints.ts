import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { merchant } from "../schema/merchant.ts";
import { notifyEndpoint } from "../schema/notification.ts";

/** Rows of one statement: each takes a parameter for each column. */
const rowsAtOnce = 1_000;

/** Merchants that are not archived, with a store's SID, and without a notification URL. */
export async function listWithoutEndpoint(db: Queryable, environment: string): Promise<{ merchantId: string; sid: string }[]> {
  const rows = await db
    .select({ merchantId: merchant.id, sid: merchant.sid })
    .from(merchant)
    .leftJoin(notifyEndpoint, eq(notifyEndpoint.merchantId, merchant.id))
    .where(
      and(eq(merchant.environment, environment), isNull(notifyEndpoint.id), isNull(merchant.archivedAt), isNotNull(merchant.sid)),
    );
  return rows.flatMap(({ merchantId, sid }) => (sid === null ? [] : [{ merchantId, sid }]));
}

/** How many merchants have no notification URL: those with a store's SID, and those without. */
export async function countWithoutEndpoint(db: Queryable, scope: MerchantScope): Promise<{ ready: number; withoutSid: number }> {
  const [counted] = await db
    .select({
      ready: sql<number>`count(${merchant.sid})::int`,
      withoutSid: sql<number>`(count(*) - count(${merchant.sid}))::int`,
    })
    .from(merchant)
    .leftJoin(notifyEndpoint, eq(notifyEndpoint.merchantId, merchant.id))
    .where(
      and(
        inScope(scope, { environment: merchant.environment, merchantId: merchant.id }),
        isNull(merchant.archivedAt),
        isNull(notifyEndpoint.id),
      ),
    );
  return counted ?? { ready: 0, withoutSid: 0 };
}

export async function insertEndpoints(db: Queryable, rows: readonly (typeof notifyEndpoint.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db.insert(notifyEndpoint).values(rows.slice(start, start + rowsAtOnce));
  }
}
