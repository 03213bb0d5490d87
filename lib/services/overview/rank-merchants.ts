import { overviewOperations, type RankedMerchants, rankedMerchantsSchema } from "#lib/contract/overview.ts";
import { dayOf } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { countMerchants } from "#lib/db/merchants/merchant-list.ts";
import { listMerchantSales } from "#lib/db/transaction-sums/merchant-sales.ts";
import { requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { findMerchantPage } from "../merchants/find-merchant-page.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { toMerchantState, toMerchantStatus } from "../merchants/identity-state.ts";
import { lastDays, toPeriod } from "./count-days.ts";

/** The first merchants by their sales, or by what changed; from stored sums. */
export async function rankMerchants(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<RankedMerchants> {
  requireRole(ctx, overviewOperations.rankMerchants);
  const { from, to, group, currency, order, limit } = parseInput(overviewOperations.rankMerchants.query, input);
  const scope = await groupScope(ctx, await visibleScope(ctx, environment), group);
  const today = dayOf(new Date(ctx.clock.now()), await findZone(ctx, environment));
  const period = toPeriod(from === undefined || to === undefined ? lastDays(today) : { from, to });
  const [ranked, total] = await Promise.all([
    listMerchantSales(ctx.db, { ...scope, ...period, currency, order, limit }),
    countMerchants(ctx.db, scope),
  ]);
  const states = await findStates(
    ctx,
    environment,
    ranked.map(({ merchant }) => merchant),
  );
  return rankedMerchantsSchema.parse({
    items: ranked.map((item) => ({ ...item, state: states.get(item.merchant) ?? "unproven" })),
    total,
  });
}

async function findStates(ctx: ServiceContext, environment: Environment, slugs: readonly string[]) {
  if (slugs.length === 0) return new Map();
  const scope = await visibleScope(ctx, environment);
  const { merchants, nowMs } = await findMerchantPage(ctx, scope, { slug: slugs.join(","), limit: slugs.length });
  return new Map(
    merchants.map(({ slug, identity, ...troubles }) => [slug, toMerchantState(toMerchantStatus(identity, nowMs), troubles)]),
  );
}
