import type { NotSearched } from "../../contract/common.ts";
import { errorText } from "../../core/errors.ts";
import type { MerchantScope } from "../../store/merchant-scope.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { countMerchants, listFirstMerchants } from "../../store/merchants-in-scope.ts";
import type { Queryable } from "../../store/open-store.ts";

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
