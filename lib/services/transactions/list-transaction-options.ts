import { type TransactionOptions, transactionOptionsSchema } from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { countFacetValues, countKindValues } from "#lib/db/transaction-sums/facet-values.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { fewMerchants } from "./few-merchants.ts";

/** `merchant` undefined: all merchants this account may see. */
type Question = { environment: Environment; merchant?: string | undefined };

/** What filters can be set to, from the sums of stored days; accounts and terminals only of a few merchants. */
export async function listTransactionOptions(
  ctx: ServiceContext,
  { environment, merchant: slug }: Question,
): Promise<TransactionOptions> {
  requireRole(ctx, transactionOperations.listTransactionOptions);
  const merchant = slug === undefined ? undefined : await requireMerchant(ctx, environment, slug);
  const scope = merchant ? { environment, merchantIds: [merchant.id] } : await visibleScope(ctx, environment);
  const few = merchant ? [merchant] : await fewMerchants(ctx, scope);
  const [kinds, facets] = await Promise.all([
    countKindValues(ctx.db, scope),
    few &&
      countFacetValues(
        ctx.db,
        few.map(({ id }) => id),
      ),
  ]);
  const countOf = new Map(facets?.merchants.map(({ value, count }) => [value, count]));
  const merchants = few?.map(({ id, slug: value, name }) => ({ value, name, count: countOf.get(id) ?? 0 })) ?? null;
  return transactionOptionsSchema.parse({
    ...kinds,
    accounts: facets?.accounts ?? null,
    terminals: facets?.terminals ?? null,
    merchants: merchants?.toSorted((left, right) => right.count - left.count) ?? null,
  });
}
