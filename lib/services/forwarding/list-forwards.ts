import { forwardOperations, forwardPageSchema } from "#lib/contract/forward.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { findShadowSince } from "#lib/db/forwarding/forward-targets.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type EndpointPlace, requireEndpoint } from "../endpoints/require-endpoint.ts";
import { findZone } from "../environments/find-zone.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { toForward } from "./to-forward.ts";

/** Forwards in progress, delivered or dead; the latest first. */
export async function listForwards(ctx: ServiceContext, { input, ...place }: EndpointPlace & { input: unknown }) {
  requireRole(ctx, forwardOperations.listForwards);
  const { endpoint } = await requireEndpoint(ctx, place);
  const { limit, cursor, from, to, notification, wouldReverse, ...filter } = parseInput(
    forwardOperations.listForwards.query,
    input,
  );
  const range = toTimeRange({ from, to }, await findZone(ctx, place.environment));
  const rows = await listForwardRows(ctx.db, {
    ...filter,
    ids: notification === undefined ? undefined : [notification],
    endpointId: endpoint.id,
    wouldReverseSince: wouldReverse && (await findShadowSince(ctx.db, endpoint.id)),
    from: range.from,
    to: range.before,
    beforeSeq: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return forwardPageSchema.parse({
    items: shown.map((row) => toForward(ctx, row)),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new AppError("invalid_input", { fields: [{ field: "cursor", ...contractText("cursor_unknown") }] });
}
