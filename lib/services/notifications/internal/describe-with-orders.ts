import type { RelatedNotification } from "#lib/contract/notification.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findDeliveries } from "#lib/db/notifications/notifications.ts";
import { listOrderDeliveries, orderKey } from "#lib/db/notifications/order-deliveries.ts";
import { describeDeliveries } from "./describe-deliveries.ts";

/** A merchant's deliveries and all others of their orders, newest first, with the states of their payments. */
export async function describeWithOrders(
  db: Queryable,
  merchant: MerchantRow,
  ids: readonly string[],
): Promise<RelatedNotification[]> {
  const named = await findDeliveries(db, { merchantId: merchant.id, ids });
  const orders = new Map(
    named.flatMap(({ endpointId, orderId }) =>
      orderId === null ? [] : [[orderKey({ endpointId, orderId }), { endpointId, orderId }] as const],
    ),
  );
  const ofOrders = await Promise.all([...orders.values()].map((order) => listOrderDeliveries(db, order)));
  const all = new Map([...named, ...ofOrders.flat()].map((row) => [row.id, row]));
  const newestFirst = [...all.values()].toSorted((left, right) => right.receivedAt.getTime() - left.receivedAt.getTime());
  const described = await describeDeliveries(db, newestFirst, new Map([[merchant.id, merchant.slug]]));
  return described.map(({ id, method, receivedAt, verdict, gateway, state, trnref, amountMinor, currency, answered }) => ({
    ...{ id, method, receivedAt, verdict, gateway, state, trnref, amountMinor, currency, answered },
  }));
}
