import { forwardOperations, replayedSchema } from "#lib/contract/forward.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { ForwardFilter } from "#lib/db/forwarding/forward-list.ts";
import { countReplay, type ReplayCount, replayForwards as replayRows } from "#lib/db/forwarding/forward-replay.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { recordEndpointAudit } from "../endpoints/endpoint-audit.ts";
import { type EndpointPlace, requireEndpoint } from "../endpoints/require-endpoint.ts";
import { findZone } from "../environments/find-zone.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import type { Forwarder } from "./ports.ts";

type ReplayRequest = EndpointPlace & { input: unknown; forwarder: Pick<Forwarder, "wake"> };

/**
 * Replays finished forwards. Without `expectedCount` it only returns the count; with it, it replays, or throws `conflict` when
 * the count has changed.
 */
export async function replayForwards(ctx: ServiceContext, { input, forwarder, ...place }: ReplayRequest) {
  requireRole(ctx, forwardOperations.replayForwards);
  const { endpoint, merchant } = await requireEndpoint(ctx, place);
  const { expectedCount, from, to, ...wanted } = parseInput(forwardOperations.replayForwards.body, input);
  const range = toTimeRange({ from, to }, await findZone(ctx, place.environment));
  const filter: ForwardFilter = { ...wanted, endpointId: endpoint.id, from: range.from, to: range.before };
  if (expectedCount === undefined) return toResult(await countReplay(ctx.db, filter), false);
  const done = await ctx.db.transaction(async (tx) => {
    const found = await countReplay(tx, filter);
    const count = found.matched + found.followers;
    if (count !== expectedCount) throw new AppError("conflict", { message: serviceText("forwards_count_changed", { count }) });
    await replayRows(tx, filter, new Date(ctx.clock.now()));
    const detail = { ...wanted, ...(from ? { from } : {}), ...(to ? { to } : {}), count };
    await recordEndpointAudit(tx, ctx, { act: "forward.replayed", merchant, endpointId: endpoint.id, detail });
    return found;
  });
  forwarder.wake();
  return toResult(done, true);
}

function toResult({ matched, followers, skipped }: ReplayCount, isSent: boolean) {
  return replayedSchema.parse({ count: matched + followers, followers, skipped, isSent });
}
