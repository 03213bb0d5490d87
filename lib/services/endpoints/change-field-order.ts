import { changeFieldOrderInput, type FieldOrderCandidate, type FieldOrders } from "../../contract/field-order.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { defaultFieldOrder, type FieldOrder, isSameOrder } from "../../notify/field-order.ts";
import { type EndpointRow, updateEndpoint } from "../../store/endpoints.ts";
import { publishLive } from "../../store/live.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { requireProofFor } from "../require-proof-for.ts";
import { requireTypedName } from "../require-typed-name.ts";
import { recordEndpointAudit } from "./endpoint-audit.ts";
import { findCandidates } from "./field-order-candidates.ts";
import { getFieldOrder } from "./get-field-order.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";

/**
 * Lets another field order replace the one in force: a candidate, or the usual one again. What was found valid before stays
 * so; what was refused before is not valid by this alone, it has to be verified again.
 */
export async function changeFieldOrder(
  ctx: ServiceContext,
  { input, ...place }: EndpointPlace & { input: unknown },
): Promise<FieldOrders> {
  requireRole(ctx, "admin", { limitedAdmins: "narrowed" });
  const { merchant, endpoint } = await requireEndpoint(ctx, place);
  requireProofFor(ctx, "acceptedFieldOrder", place.environment);
  const { order, name } = parseInput(changeFieldOrderInput, input);
  requireTypedName(merchant, name);
  const from = endpoint.fieldOrder ?? defaultFieldOrder;
  if (isSameOrder(order, from)) throw new AppError("conflict", { message: "This field order is in force already." });
  const isUsual = isSameOrder(order, defaultFieldOrder);
  const evidence = isUsual ? undefined : await requireCandidate(ctx, endpoint, order);
  await ctx.db.transaction(async (tx) => {
    await updateEndpoint(tx, endpoint.id, { fieldOrder: isUsual ? null : order });
    const detail = {
      from: from.join(),
      to: order.join(),
      ...(evidence && { texts: evidence.texts, examples: evidence.examples }),
    };
    await recordEndpointAudit(tx, ctx, { act: "endpoint.field_order_changed", merchant, endpointId: endpoint.id, detail });
    const { environment, id: merchantId } = merchant;
    await publishLive(tx, { environment, merchantId, type: "merchant", data: { endpoint: endpoint.id } });
  });
  return getFieldOrder(ctx, place);
}

async function requireCandidate(ctx: ServiceContext, endpoint: EndpointRow, order: FieldOrder): Promise<FieldOrderCandidate> {
  const candidates = await findCandidates(ctx, endpoint);
  const candidate = candidates.find((each) => isSameOrder(each.order, order));
  if (candidate) return candidate;
  throw new AppError("invalid_input", {
    fields: [{ field: "order", message: "Choose a field order in which enough genuine notifications arrived." }],
  });
}
