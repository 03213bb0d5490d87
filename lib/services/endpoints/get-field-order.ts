import { type FieldOrders, fieldOrderOperations, fieldOrderSchema } from "#lib/contract/field-order.ts";
import { defaultFieldOrder } from "#lib/notifications/verification/field-order.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { findCandidates } from "./field-order-candidates.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";

/** The field order in force, and those in which genuine notifications were rejected. */
export async function getFieldOrder(ctx: ServiceContext, place: EndpointPlace): Promise<FieldOrders> {
  requireRole(ctx, fieldOrderOperations.getFieldOrder);
  const { endpoint } = await requireEndpoint(ctx, place);
  return fieldOrderSchema.parse({
    inForce: endpoint.fieldOrder?.names ?? defaultFieldOrder,
    methods: endpoint.fieldOrder?.methods ?? [],
    usual: defaultFieldOrder,
    candidates: await findCandidates(ctx, endpoint),
  });
}
