import { isDeepStrictEqual } from "node:util";
import { type FieldOrderCandidate, type FieldOrders, fieldOrderOperations } from "#lib/contract/field-order.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type EndpointRow, lockEndpoint, updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { toAccepted } from "#lib/notifications/verification/accepted-order.ts";
import { defaultFieldOrder, type FieldOrder, isSameOrder } from "#lib/notifications/verification/field-order.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { reverifyRollbacks } from "../notifications/reverify-notification.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { requireTypedName } from "../require-typed-name.ts";
import { recordEndpointAudit } from "./endpoint-audit.ts";
import { findCandidates } from "./field-order-candidates.ts";
import { getFieldOrder } from "./get-field-order.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { requireFieldOrder } from "./require-field-order.ts";

/**
 * Replaces the usual field order by another one for the methods with evidence, or restores it. Earlier valid deliveries stay
 * valid; earlier rejected ones have to be verified again, which is done at once for Rollbacks.
 */
export async function changeFieldOrder(
  ctx: ServiceContext,
  { input, ...place }: EndpointPlace & { input: unknown },
): Promise<FieldOrders> {
  requireRole(ctx, fieldOrderOperations.changeFieldOrder);
  const { merchant, endpoint } = await requireEndpoint(ctx, place);
  const { order, name } = parseInput(fieldOrderOperations.changeFieldOrder.body, input);
  requireFieldOrder(order);
  requireTypedName(merchant, name);
  requireRecentAuthFor(ctx, "acceptedFieldOrder", place.environment);
  const from = endpoint.fieldOrder?.names ?? defaultFieldOrder;
  const isUsual = isSameOrder(order, defaultFieldOrder);
  if (isUsual && isSameOrder(from, order)) throw new AppError("conflict", { message: inForceAlready });
  if (!isUsual && ![order, defaultFieldOrder].some((item) => isSameOrder(item, from)))
    throw new AppError("conflict", { message: serviceText("field_order_not_usual") });
  const evidence = isUsual ? undefined : await requireCandidate(ctx, endpoint, order);
  const fieldOrder = toAccepted(endpoint.fieldOrder, { order, methods: evidence?.methods ?? [] });
  await ctx.db.transaction(async (tx) => {
    const now = await lockEndpoint(tx, endpoint.id);
    if (!isDeepStrictEqual(now?.fieldOrder, endpoint.fieldOrder)) throw new AppError("conflict", { message: changedMeanwhile });
    await updateEndpoint(tx, endpoint.id, { fieldOrder });
    const detail = {
      from: from.join(),
      to: order.join(),
      ...(evidence && { methods: evidence.methods.join(), texts: evidence.texts, examples: evidence.examples }),
    };
    await recordEndpointAudit(tx, ctx, { act: "endpoint.field_order_changed", merchant, endpointId: endpoint.id, detail });
    const { environment, id: merchantId } = merchant;
    await publishLive(tx, { environment, merchantId, type: "merchant", data: { endpoint: endpoint.id } });
  });
  if (evidence?.methods.some((method) => method === "IPCPurchaseRollback")) await reverifyRollbacks(ctx, endpoint);
  return getFieldOrder(ctx, place);
}

const inForceAlready = serviceText("field_order_in_force");
const changedMeanwhile = serviceText("field_order_changed");

async function requireCandidate(ctx: ServiceContext, endpoint: EndpointRow, order: FieldOrder): Promise<FieldOrderCandidate> {
  const candidates = await findCandidates(ctx, endpoint);
  const candidate = candidates.find((item) => isSameOrder(item.order, order));
  if (candidate) return candidate;
  if (isSameOrder(order, endpoint.fieldOrder?.names ?? defaultFieldOrder))
    throw new AppError("conflict", { message: inForceAlready });
  throw new AppError("invalid_input", {
    fields: [{ field: "order", ...serviceText("field_order_unproven") }],
  });
}
