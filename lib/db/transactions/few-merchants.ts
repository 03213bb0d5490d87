import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { findMerchantsById, type MerchantRow } from "../merchants/merchants.ts";

/** The scope's merchants by name if there are at most `limit`; else undefined, without loading them. */
export async function findFewMerchants(db: Queryable, scope: MerchantScope, limit: number): Promise<MerchantRow[] | undefined> {
  if (scope.merchantIds !== null && scope.merchantIds.length > limit) return undefined;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from merchant where ${inScope(scope, { environment: sql`environment`, merchantId: sql`id` })} limit ${limit + 1}`);
  if (rows.length > limit) return undefined;
  const merchants = await findMerchantsById(
    db,
    rows.map(({ id }) => id),
  );
  const text = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
  return merchants.toSorted((left, right) => text(left.name, right.name) || text(left.slug, right.slug));
}
