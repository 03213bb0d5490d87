import { type CallList, callListSchema, callOperations } from "#lib/contract/call.ts";
import { dayMs } from "#lib/core/days.ts";
import { type CallFailure, callDays, callFailures, callKindOf } from "#lib/core/gateway-calls.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { detailsOf } from "#lib/core/text.ts";
import { type CallFilter, type ListedCall, listCallRows } from "#lib/db/gateway-calls/gateway-calls.ts";
import { findSlugs, requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";

const shownMax = 500;

/**
 * The newest gateway calls of all processes, for the merchants this account may see, newest last. Sign-ins of the integration
 * belong to no merchant and are shown to all. For support and admin.
 */
export async function listCalls(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<CallList> {
  requireRole(ctx, callOperations.listCalls);
  const { after, merchant, ...group } = parseInput(callOperations.listCalls.query, input);
  const scope = await visibleScope(ctx, environment);
  const merchantId = merchant === undefined ? undefined : (await requireMerchant(ctx, environment, merchant)).id;
  const since = new Date(ctx.clock.now() - callDays * dayMs);
  const filter = { scope, after, merchantId, since, group: toGroup(group), limit: shownMax };
  const calls = (await listCallRows(ctx.db, filter)).toReversed();
  const slugs = await findSlugs(ctx, new Set(calls.flatMap((call) => call.merchantId ?? [])));
  return callListSchema.parse({
    items: calls.map((call) => toListed(call, slugs)),
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

type Group = { method?: string | undefined; path?: string | undefined; outcome?: string | undefined };

function toGroup({ method, path, outcome }: Group): CallFilter["group"] {
  if (method === undefined || path === undefined || outcome === undefined) return undefined;
  const failure = callFailures.find((known): known is CallFailure => known === outcome);
  return failure ? { method, path, status: null, failure } : { method, path, status: Number(outcome), failure: null };
}

function toListed({ merchantId, at, problem, gatewayPaymentId, ...call }: ListedCall, slugs: ReadonlyMap<string, string>) {
  const path = gatewayPaymentId === null ? call.path : call.path.replace("{id}", () => encodeURIComponent(gatewayPaymentId));
  return {
    ...call,
    path,
    kind: callKindOf(call),
    problem: problem?.message ?? null,
    problemDetails: problem ? detailsOf(problem) : undefined,
    at: at.toISOString(),
    merchant: merchantId === null ? null : (slugs.get(merchantId) ?? null),
  };
}
