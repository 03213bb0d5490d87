import { type CallErrors, callErrorsSchema, callOperations } from "#lib/contract/call.ts";
import { addDays, dayOf } from "#lib/core/days.ts";
import { type CallPeriod, callDays, callKindOf } from "#lib/core/gateway-calls.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { groupCallErrors } from "#lib/db/gateway-calls/call-errors.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";

const hourMs = 3_600_000;
const hours = 24;

/**
 * Failed calls to the gateway by what was asked and how it failed: of the last 24 hours by hour, or of the last 7 days by day,
 * for the merchants this account may see. For support and admin.
 */
export async function listCallErrors(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<CallErrors> {
  requireRole(ctx, callOperations.listCallErrors);
  const { period, merchant } = parseInput(callOperations.listCallErrors.query, input);
  const scope = await visibleScope(ctx, environment);
  const merchantId = merchant === undefined ? undefined : (await requireMerchant(ctx, environment, merchant)).id;
  const nowMs = ctx.clock.now();
  const steps = toSteps(period, nowMs, await findZone(ctx, environment));
  const groups = await groupCallErrors(ctx.db, { scope, merchantId, steps });
  return callErrorsSchema.parse({
    steps: steps.map((step) => step.toISOString()),
    groups: groups.map(({ firstAt, lastAt, ...group }) => ({
      ...group,
      kind: callKindOf(group),
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    asOf: new Date(nowMs).toISOString(),
  });
}

/** When each hour, or each day of the environment's zone, begins; the current one is the last. */
function toSteps(period: CallPeriod, nowMs: number, zone: string): Date[] {
  if (period === "day") {
    const current = Math.floor(nowMs / hourMs) * hourMs;
    return Array.from({ length: hours }, (_, index) => new Date(current - (hours - 1 - index) * hourMs));
  }
  const today = dayOf(new Date(nowMs), zone);
  return Array.from({ length: callDays }, (_, index) => startOfDay(addDays(today, index - callDays + 1), zone));
}
