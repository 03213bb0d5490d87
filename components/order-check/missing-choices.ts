import { isCurrency } from "#lib/core/currency.ts";
import type { Confirmed } from "#lib/core/shop-orders/order-file.ts";

export type Missing = "orderId" | "amount" | "currency" | "day";

/** What must be chosen before the lines can be read. */
export function missingOf({ columns, currency }: Confirmed): Missing[] {
  const unset = (["orderId", "amount", "day"] as const).filter((field) => columns[field] === null);
  return columns.currency === null && !isCurrency(currency) ? [...unset, "currency"] : unset;
}
