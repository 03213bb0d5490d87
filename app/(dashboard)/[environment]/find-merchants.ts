import type { Environment } from "#lib/core/identifiers.ts";
import { merchantNamesQuery } from "#lib/queries/merchants.ts";
import type { FindMerchants } from "#lib/server/prefetch.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { listMerchantPage } from "#lib/services/merchants/list-merchants.ts";

/** The names of these merchants, in one entry: an entry for each would be a fifth of the page. */
export function findMerchantsOf(ctx: ServiceContext, environment: Environment): FindMerchants {
  return async (slugs) => {
    const input = { slug: slugs.join(","), limit: slugs.length };
    const { items } = await listMerchantPage(ctx, { environment, input });
    const data = Object.fromEntries(items.map(({ slug, name }) => [slug, name]));
    return [{ queryKey: merchantNamesQuery(environment).queryKey, data }];
  };
}
