import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findVisibleMerchants, type ServiceContext } from "../context.ts";

/** The merchants of the scope that a filter names; one that is unknown or not visible has no rows. */
export async function narrowScope(
  ctx: ServiceContext,
  scope: MerchantScope,
  slugs: readonly string[] | undefined,
): Promise<MerchantScope> {
  if (slugs === undefined) return scope;
  const named = await findVisibleMerchants(ctx, scope.environment as Environment, slugs);
  const merchantIds = named.map(({ id }) => id).filter((id) => scope.merchantIds?.includes(id) ?? true);
  return { ...scope, merchantIds };
}
