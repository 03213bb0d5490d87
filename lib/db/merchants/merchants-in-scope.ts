import { and, asc, getTableColumns, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { inScope, isEmptyScope, type MerchantScope } from "./merchant-scope.ts";
import type { MerchantRow } from "./merchants.ts";

const {
  clientId: _id,
  clientSecret: _secret,
  createdAt: _at,
  archivedBy: _by,
  archivedSync: _sync,
  ...columns
} = getTableColumns(merchant);

type First = { limit: number; except?: readonly string[] };

/**
 * The first of a scope's merchants by slug, and after them the first archived ones, as many of each; `except` leaves some out.
 * Two queries, each in the order of its index.
 */
export async function listFirstMerchants(db: Queryable, scope: MerchantScope, first: First): Promise<MerchantRow[]> {
  if (isEmptyScope(scope)) return [];
  const { archivedAt } = merchant;
  const [active, archived] = [
    await listFirst(db, scope, first, isNull(archivedAt)),
    await listFirst(db, scope, first, isNotNull(archivedAt)),
  ];
  return [...active, ...archived];
}

function listFirst(db: Queryable, scope: MerchantScope, { limit, except = [] }: First, kind: SQL): Promise<MerchantRow[]> {
  const { id, environment, slug } = merchant;
  const isExcepted = sql`${id} = any(${sql.param([...except])}::uuid[])`;
  return db
    .select(columns)
    .from(merchant)
    .where(and(inScope(scope, { environment, merchantId: id }), kind, not(isExcepted)))
    .orderBy(asc(environment), asc(slug))
    .limit(limit);
}

/** The number of merchants in a scope. */
export async function countMerchants(db: Queryable, scope: MerchantScope): Promise<number> {
  if (scope.merchantIds !== null) return scope.merchantIds.length;
  return db.$count(merchant, inScope(scope, { environment: merchant.environment, merchantId: merchant.id }));
}
