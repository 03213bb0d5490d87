import { z } from "zod";
import { defaultFieldOrder, type FieldOrder, isFieldOrder, isSameOrder } from "./field-order.ts";

/** What an administrator accepted at an endpoint. */
export type AcceptedOrder = {
  /** The accepted order; the default order after returning to it. */
  names: FieldOrder;
  /** The methods that use it; all others use the default order. */
  methods: readonly string[];
  /** Orders that applied before, whose messages an attacker may have saved. */
  earlier: readonly FieldOrder[];
};

const namesSchema = z.array(z.string()).refine(isFieldOrder);

export const acceptedOrderSchema = z.object({
  names: namesSchema,
  methods: z.array(z.string()),
  earlier: z.array(namesSchema),
});

/** An accepted order as stored; null, and so the default order, for invalid data. */
export function readAcceptedOrder(stored: unknown): AcceptedOrder | null {
  return acceptedOrderSchema.safeParse(stored).data ?? null;
}

/** What holds after this order was accepted. Earlier orders are saved: their messages may still be resent. */
export function toAccepted(
  before: AcceptedOrder | null,
  { order, methods }: { order: FieldOrder; methods: readonly string[] },
): AcceptedOrder {
  const { names = defaultFieldOrder, methods: had = [], earlier = [] } = before ?? {};
  if (isSameOrder(order, names)) return { names, methods: [...had, ...methods], earlier };
  const isKnown = [defaultFieldOrder, ...earlier].some((item) => isSameOrder(item, names));
  return { names: order, methods, earlier: isKnown ? earlier : [...earlier, names] };
}

/** The rules under which a message of this method was found valid: its method is signed and comes first, its order is used. */
export function acceptedWith({
  method,
  fieldOrder,
}: {
  method: string | null;
  fieldOrder: FieldOrder | null;
}): AcceptedOrder | null {
  return fieldOrder && method !== null ? { names: fieldOrder, methods: [method], earlier: [] } : null;
}

/** The browser's messages have the field order of their notification. */
const notificationOf: ReadonlyMap<string, string> = new Map([
  ["IPCPurchaseOK", "IPCPurchaseNotify"],
  ["IPCPurchaseCancel", "IPCPurchaseNotify"],
  ["IPCPreAuthorizationOK", "IPCPreAuthorizationNotify"],
]);

/** The accepted order if it applies to this method; null: the default. */
export function acceptedOrderFor(
  method: string | null,
  { strictLayout, fieldOrder }: { strictLayout: boolean; fieldOrder?: AcceptedOrder | null },
): AcceptedOrder | null {
  if (!fieldOrder || !strictLayout || method === null) return null;
  return fieldOrder.methods.includes(notificationOf.get(method) ?? method) ? fieldOrder : null;
}
