import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { merchant } from "../schema/merchant.ts";

/** Days YYYY-MM-DD of the zone, inclusive; without one the days have no such end. */
export type ReadDays = { from?: string | undefined; to?: string | undefined; zone: string };

const ofMerchants = { environment: merchant.environment, merchantId: merchant.id };

/**
 * Whether a merchant's gateway did not show that it listed every row of some of the days. A later complete reading of the days
 * replaces that. The index has incomplete readings only, and these are few.
 */
export function isIncomplete(merchantId: SQLWrapper, { from = "0001-01-01", to = "9999-12-31", zone }: ReadDays): SQL {
  return sql`${merchantId} in (
    select part.merchant_id from ledger_read part
    where not part.is_complete and part.zone = ${zone} and part.to_day >= ${from} and part.from_day <= ${to} and not exists (
      select from ledger_read whole
      where whole.merchant_id = part.merchant_id and whole.is_complete and whole.zone = part.zone
        and whole.read_at > part.read_at
        and whole.from_day <= greatest(part.from_day, ${from}) and whole.to_day >= least(part.to_day, ${to})))`;
}

/** The slugs of the first few of the scope's merchants with incomplete days. Archived ones are not read any more. */
export async function listIncompleteLedgers(
  db: Queryable,
  scope: MerchantScope,
  { limit, ...days }: ReadDays & { limit: number },
): Promise<string[]> {
  if (isEmptyScope(scope)) return [];
  const { rows } = await db.execute<{ slug: string }>(sql`
    select slug from merchant
    where ${inScope(scope, ofMerchants)} and archived_at is null and ${isIncomplete(merchant.id, days)}
    order by slug limit ${limit}`);
  return rows.map(({ slug }) => slug);
}
