import type { Environment } from "#lib/core/identifiers.ts";
import { merchantQuery } from "#lib/queries/merchants.ts";
import type { FindMerchants } from "#lib/server/prefetch.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { listMerchantPage } from "#lib/services/merchants/list-merchants.ts";

/** Merchants under the keys by which the browser asks for each of them. */
export function findMerchantsOf(ctx: ServiceContext, environment: Environment): FindMerchants {
  return async (slugs) => {
    const input = { slug: slugs.join(","), limit: slugs.length };
    const { items } = await listMerchantPage(ctx, { environment, input });
    return items.map((data) => ({ queryKey: merchantQuery(environment, data.slug).queryKey, data }));
  };
}
