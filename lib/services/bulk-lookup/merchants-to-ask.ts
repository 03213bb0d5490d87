import type { NotSearched } from "#lib/contract/common.ts";
import { errorText } from "#lib/core/errors.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { countMerchants, listFirstMerchants } from "#lib/db/merchants/merchants-in-scope.ts";

/** Limits of gateways queried in one request, and of merchants named as not searched. */
export const askedMax = 10;

/** All merchants of a scope if there are few enough to query; undefined otherwise. */
export async function findFewMerchants(db: Queryable, scope: MerchantScope): Promise<MerchantRow[] | undefined> {
  const merchants = await listFirstMerchants(db, scope, { limit: askedMax + 1 });
  return merchants.length > askedMax ? undefined : merchants;
}

/** The merchants of a scope that were not queried: the first by name, and the total. */
export async function describeNotAsked(
  db: Queryable,
  scope: MerchantScope,
  asked: readonly MerchantRow[],
): Promise<{ notSearched: NotSearched[]; notSearchedCount: number }> {
  const [first, count] = await Promise.all([
    listFirstMerchants(db, scope, { limit: askedMax, except: asked.map(({ id }) => id) }),
    countMerchants(db, scope),
  ]);
  const reason = errorText("not_checked");
  const details = { reason: "not_checked" };
  return {
    notSearched: first.map(({ slug: merchant }) => ({ merchant, reason, details })),
    notSearchedCount: count - asked.length,
  };
}
