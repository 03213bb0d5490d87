import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findFewMerchants } from "#lib/db/transactions/few-merchants.ts";
import type { ServiceContext } from "../context.ts";

/** Maximum number of merchants whose gateways are read during a request; for more, stored rows are shown. */
const readWhileWaitingMax = 10;

/** The scope's merchants where a page reads their gateways; undefined where it shows stored rows. */
export function fewMerchants({ db }: Pick<ServiceContext, "db">, scope: MerchantScope): Promise<MerchantRow[] | undefined> {
  return findFewMerchants(db, scope, readWhileWaitingMax);
}

/**
 * The merchants whose readings say how fresh a list is: archived ones are not read any more, so they count only where a list
 * is of them alone.
 */
export function countedMerchants(merchants: readonly MerchantRow[]): readonly MerchantRow[] {
  const active = merchants.filter(({ archivedAt }) => archivedAt === null);
  return active.length > 0 ? active : merchants;
}
