import type { NotSearched } from "#lib/contract/common.ts";
import { errorText } from "#lib/core/errors.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { countMerchants, listFirstMerchants } from "#lib/db/merchants/merchants-in-scope.ts";

/** Limits of gateways queried in one request, and of merchants named as not searched. */
export const askedMax = 10;

/**
 * All merchants of a scope if there are few enough to query; undefined otherwise. Archived ones follow and do not count: they
 * cannot be queried, which a search says of them.
 */
export async function findFewMerchants(db: Queryable, scope: MerchantScope): Promise<MerchantRow[] | undefined> {
  const merchants = await listFirstMerchants(db, scope, { limit: askedMax + 1 });
  const isMany = merchants.filter(({ archivedAt }) => archivedAt === null).length > askedMax;
  return isMany ? undefined : merchants;
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
  return {
    notSearched: first.slice(0, askedMax).map(toNotAsked),
    notSearchedCount: count - asked.length,
  };
}

/** A merchant whose gateway was not asked, and why. */
export function toNotAsked({ slug: merchant, archivedAt }: MerchantRow): NotSearched {
  const reason = archivedAt ? "merchant_archived" : "not_checked";
  return { merchant, reason: errorText(reason), details: { reason } };
}
