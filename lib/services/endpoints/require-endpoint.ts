import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { type EndpointRow, findEndpoint } from "#lib/db/endpoints/endpoints.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, type ServiceContext } from "../context.ts";

export type EndpointPlace = { environment: Environment; merchant: string; id: string };

/** The merchant's endpoint, or `not_found`. */
export async function requireEndpoint(
  ctx: ServiceContext,
  { environment, merchant: slug, id }: EndpointPlace,
): Promise<{ merchant: MerchantRow; endpoint: EndpointRow }> {
  const merchant = await requireMerchant(ctx, environment, slug);
  const endpoint = await findEndpoint(ctx.db, id);
  if (endpoint?.merchantId !== merchant.id) throw new AppError("not_found");
  return { merchant, endpoint };
}
