import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findVisibleMerchants, type ServiceContext } from "../context.ts";
import { groupScope } from "../merchants/group-scope.ts";

/** The merchants that a filter asks for: by their slugs, and by their group; undefined: all. */
export type AskedMerchants = { slugs: readonly string[] | undefined; group: string | undefined };

/** The merchants of the scope that a filter asks for; one that is unknown or not visible has no rows. */
export async function narrowScope(
  ctx: ServiceContext,
  scope: MerchantScope,
  { slugs, group }: AskedMerchants,
): Promise<MerchantScope> {
  if (slugs === undefined) return groupScope(ctx, scope, group);
  const named = await findVisibleMerchants(ctx, scope.environment as Environment, slugs);
  const merchantIds = named.map(({ id }) => id).filter((id) => scope.merchantIds?.includes(id) ?? true);
  return groupScope(ctx, { ...scope, merchantIds }, group);
}
