import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { findMerchantsById, type MerchantRow } from "../merchants/merchants.ts";

/** The scope's merchants by name if there are at most `most`; else undefined, without loading them. */
export async function findFewMerchants(db: Queryable, scope: MerchantScope, most: number): Promise<MerchantRow[] | undefined> {
  if (scope.merchantIds !== null && scope.merchantIds.length > most) return undefined;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from merchant where ${inScope(scope, { environment: sql`environment`, merchantId: sql`id` })} limit ${most + 1}`);
  if (rows.length > most) return undefined;
  const merchants = await findMerchantsById(
    db,
    rows.map(({ id }) => id),
  );
  const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return merchants.toSorted((one, other) => text(one.name, other.name) || text(one.slug, other.slug));
}
