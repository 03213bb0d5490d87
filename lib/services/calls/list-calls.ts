import { type CallList, callListSchema, callOperations } from "#lib/contract/call.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { detailsOf } from "#lib/core/text.ts";
import { findSlugs, requireRole, type ServiceContext, visibleScope } from "../context.ts";

/**
 * Recent gateway calls of this process, for the merchants this account may see, newest last. Sign-ins of the integration
 * belong to no merchant and are shown to all. For support and admin.
 */
export async function listCalls(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<CallList> {
  requireRole(ctx, callOperations.listCalls);
  const { after } = parseInput(callOperations.listCalls.query, input);
  const { merchantIds } = await visibleScope(ctx, environment);
  const visible = merchantIds && new Set(merchantIds);
  const calls = ctx.gateways
    .recentCalls(environment, after)
    .filter(({ merchantId }) => merchantId === null || visible === null || visible.has(merchantId));
  const slugs = await findSlugs(ctx, new Set(calls.flatMap(({ merchantId }) => merchantId ?? [])));
  return callListSchema.parse({
    items: calls.map(({ merchantId, at, problem, ...call }) => ({
      ...call,
      problem: problem?.message ?? null,
      problemDetails: problem ? detailsOf(problem) : undefined,
      at: at.toISOString(),
      merchant: merchantId === null ? null : (slugs.get(merchantId) ?? null),
    })),
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}
