import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findFewMerchants } from "#lib/db/transactions/few-merchants.ts";
import type { ServiceContext } from "../context.ts";

/** The gateways of so many merchants are read while somebody waits; over more, what is stored is shown. */
const readWhileWaitingMax = 10;

/** The scope's merchants where a page over them reads their gateways; undefined where it shows what is stored. */
export function fewMerchants({ db }: Pick<ServiceContext, "db">, scope: MerchantScope): Promise<MerchantRow[] | undefined> {
  return findFewMerchants(db, scope, readWhileWaitingMax);
}
