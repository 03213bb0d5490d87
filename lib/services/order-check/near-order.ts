import type { ShopOrder } from "#lib/contract/order-check.ts";
import { dayMs, toDayNumber } from "#lib/core/days.ts";

/** A shop may use an order number again, so its payment is near its day. */
const nearDays = 31;

/** Those near the order's day. */
export function near<Key extends string, Item extends Record<Key, Date>>(
  items: readonly Item[],
  order: ShopOrder,
  key: Key,
): Item[] {
  return items.filter((item) => distanceMs(item[key], order) <= nearDays * dayMs);
}

/** From the beginning of the order's day. */
export function distanceMs(at: Date, { day }: ShopOrder): number {
  return Math.abs(at.getTime() - toDayNumber(day) * dayMs);
}
