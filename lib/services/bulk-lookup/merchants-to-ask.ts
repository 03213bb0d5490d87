import type { NotSearched } from "#lib/contract/common.ts";
import { errorText } from "#lib/core/errors.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { countMerchants, listFirstMerchants } from "#lib/db/merchants/merchants-in-scope.ts";

/** The gateways of so many merchants may be asked in one request, and so many that were not searched are named. */
export const askedMax = 10;

/** All merchants of a scope that has few enough of them to ask; undefined when it has more. */
export async function findFewMerchants(db: Queryable, scope: MerchantScope): Promise<MerchantRow[] | undefined> {
  const merchants = await listFirstMerchants(db, scope, { limit: askedMax + 1 });
  return merchants.length > askedMax ? undefined : merchants;
}

/** The merchants of a scope that nobody asked, the first by name and how many there are. */
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
  return { notSearched: first.map(({ slug: merchant }) => ({ merchant, reason })), notSearchedCount: count - asked.length };
}
