import type { Hit } from "#lib/contract/find.ts";
import { type QuickFind, quickFindOperations, quickFindSchema } from "#lib/contract/quick-find.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { requireRole, type ServiceContext, visibleScope } from "../../context.ts";
import { searchHere } from "../search-here.ts";

const paymentsMax = 12;

/**
 * Stored matches while typing, exact hits first: same as the search box, but no gateway is ever queried. For several values,
 * as in a pasted text, only exact hits.
 */
export async function quickFind(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<QuickFind> {
  requireRole(ctx, quickFindOperations.quickFind);
  const { values } = parseInput(quickFindOperations.quickFind.body, input);
  const scope = await visibleScope(ctx, environment);
  const hits = await searchHere(ctx, scope, { texts: values, limit: paymentsMax, readsLedger: false });
  return quickFindSchema.parse({ hits: ofFirstPayments(hits) });
}

function ofFirstPayments(hits: readonly Hit[]): Hit[] {
  const first = new Set([...new Set(hits.map(({ payment }) => payment))].slice(0, paymentsMax));
  return hits.filter(({ payment }) => first.has(payment));
}
