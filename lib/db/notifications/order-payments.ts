import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";
import { reconciliation } from "../schema/reconciliation.ts";
import { isEvent, isOfOrders } from "./order-deliveries.ts";

const { id, orderId, method, trnref, amountMinor, currency, receivedAt, lastSeenAt, answerStatus } = delivery;
const { transactionId, gateway } = reconciliation;
/** `transactionId`: the transaction it was reconciled with; `gateway`: what the gateway knows of it, with or without one. */
const columns = {
  ...{ id, orderId, method, trnref, amountMinor, currency, receivedAt, lastSeenAt, answerStatus, transactionId, gateway },
};

export type OrderPaymentEvent = Awaited<ReturnType<typeof select>>[number];

const methods = ["IPCPurchaseNotify", "IPCPreAuthorizationNotify", "IPCPurchaseRollback"];

type Owner = { environment: string; merchantId: string };
type Asked = Owner & { endpointIds: readonly string[]; orderIds: readonly string[] };

/** What verified notifications of these endpoints say about payments of the orders, oldest first. One search of an index for each. */
export async function listPaymentEventsOfOrders(
  db: Queryable,
  { endpointIds, orderIds, ...owner }: Asked,
): Promise<OrderPaymentEvent[]> {
  if (endpointIds.length === 0 || orderIds.length === 0) return [];
  const orders = endpointIds.flatMap((endpointId) => orderIds.map((orderId) => ({ endpointId, orderId })));
  const wanted = new Set(orderIds);
  // An index entry contains only a hash.
  return (await select(db, { ...owner, which: isOfOrders(orders) })).filter((event) => wanted.has(event.orderId ?? ""));
}

type Which = Owner & { which: SQL | undefined; limit: number };

/** Such notifications of a merchant, the oldest first. */
export function listPaymentEvents(db: Queryable, { limit, ...asked }: Which): Promise<OrderPaymentEvent[]> {
  return select(db, asked).limit(limit);
}

function select(db: Queryable, { environment, merchantId, which }: Omit<Which, "limit">) {
  return db
    .select(columns)
    .from(delivery)
    .leftJoin(reconciliation, and(eq(reconciliation.deliveryId, id), eq(reconciliation.environment, delivery.environment)))
    .where(
      and(which, isEvent, eq(delivery.environment, environment), eq(delivery.merchantId, merchantId), inArray(method, methods)),
    )
    .orderBy(asc(delivery.seq));
}
