import { z } from "zod";
import { type FieldOrder, isFieldOrder } from "./field-order.ts";

/** What an administrator accepted at an endpoint. */
export type AcceptedOrder = {
  /** The one order besides the usual one; the usual one itself after going back to it. */
  names: FieldOrder;
  /** The methods that come in it; every other one stays in the usual order. */
  methods: readonly string[];
  /** Orders that were in force before, whose messages somebody may still hold. */
  earlier: readonly FieldOrder[];
};

const namesSchema = z.array(z.string()).refine(isFieldOrder);

export const acceptedOrderSchema = z.object({
  names: namesSchema,
  methods: z.array(z.string()),
  earlier: z.array(namesSchema),
});

/** An accepted order as stored; null, and so the usual order, for what is none. */
export function readAcceptedOrder(stored: unknown): AcceptedOrder | null {
  return acceptedOrderSchema.safeParse(stored).data ?? null;
}

/** The rules under which a message of this method was found valid: its method is signed and stands first, its order is kept. */
export function acceptedWith({
  method,
  fieldOrder,
}: {
  method: string | null;
  fieldOrder: FieldOrder | null;
}): AcceptedOrder | null {
  return fieldOrder && method !== null ? { names: fieldOrder, methods: [method], earlier: [] } : null;
}

/** The browser's messages come in the order of the notification that they go with. */
const notificationOf: ReadonlyMap<string, string> = new Map([
  ["IPCPurchaseOK", "IPCPurchaseNotify"],
  ["IPCPurchaseCancel", "IPCPurchaseNotify"],
  ["IPCPreAuthorizationOK", "IPCPreAuthorizationNotify"],
]);

/** The accepted order where it holds for this method; null: the usual one. */
export function acceptedOrderFor(
  method: string | null,
  { strictLayout, fieldOrder }: { strictLayout: boolean; fieldOrder?: AcceptedOrder | null },
): AcceptedOrder | null {
  if (!fieldOrder || !strictLayout || method === null) return null;
  return fieldOrder.methods.includes(notificationOf.get(method) ?? method) ? fieldOrder : null;
}
