import { asc, getTableColumns, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { inScope, isEmptyScope, type MerchantScope } from "./merchant-scope.ts";
import type { MerchantRow } from "./merchants.ts";

const { clientId: _id, clientSecret: _secret, createdAt: _at, ...columns } = getTableColumns(merchant);

/** The first of a scope's merchants by slug; `except` leaves some out. */
export async function listFirstMerchants(
  db: Queryable,
  scope: MerchantScope,
  { limit, except = [] }: { limit: number; except?: readonly string[] },
): Promise<MerchantRow[]> {
  if (isEmptyScope(scope)) return [];
  const { id, environment, slug } = merchant;
  return db
    .select(columns)
    .from(merchant)
    .where(sql`${inScope(scope, { environment, merchantId: id })} and ${id} <> all(${sql.param([...except])}::uuid[])`)
    .orderBy(asc(environment), asc(slug))
    .limit(limit);
}

/** The number of merchants in a scope. */
export async function countMerchants(db: Queryable, scope: MerchantScope): Promise<number> {
  if (scope.merchantIds !== null) return scope.merchantIds.length;
  return db.$count(merchant, inScope(scope, { environment: merchant.environment, merchantId: merchant.id }));
}
