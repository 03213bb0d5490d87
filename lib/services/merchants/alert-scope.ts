import { findMemberIds } from "#lib/db/alerts/alert-members.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";

/** The merchants of the scope that a filter by an alert of many leaves: none for an alert of one merchant, or an unknown one. */
export async function alertScope(
  { db }: { db: Queryable },
  scope: MerchantScope,
  alertId: string | undefined,
): Promise<MerchantScope> {
  return alertId === undefined ? scope : { ...scope, merchantIds: await findMemberIds(db, scope, alertId) };
}
