import { transactionHref } from "#components/transaction-href.ts";
import type { CheckItem } from "./shown-order.ts";

export type OrderScope = { environment: string; merchant: string };

/** The transaction where there is one, else the notification, else a search; that also where several sales have the number. */
export function orderHref({ order, checked }: CheckItem, { environment, merchant }: OrderScope): string {
  const isSeveral = checked?.verdict === "booked_twice" || checked?.reason === "other_sale";
  if (checked?.transaction && !isSeveral) return transactionHref(environment, { merchant, ...checked.transaction });
  if (checked?.notification && !isSeveral) return notificationHref({ environment, merchant }, checked.notification.id);
  return `/${environment}/find?q=${encodeURIComponent(order.orderId)}`;
}

export function notificationHref({ environment, merchant }: OrderScope, id: string): string {
  return `/${environment}/${merchant}/notifications/${id}`;
}
