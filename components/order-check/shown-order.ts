import type { CheckedOrder, ShownOrder } from "#lib/contract/order-check.ts";
import type { ReadOrder } from "#lib/core/shop-orders/read-orders.ts";
import type { Verdict } from "#lib/core/shop-orders/verdicts.ts";
import type { OrderCheckRun } from "./use-order-check.ts";

/** A verdict, or everything that is not simply equal. */
export type Shown = Verdict | "differences";

/** An order with what was found; null where notification and ledger simply say the same. */
export type CheckItem = { order: ReadOrder; checked: CheckedOrder | null };

/** The rows of a tab, in the order of the file. */
export function itemsOf(shown: Shown, { rows, equal }: OrderCheckRun, orders: readonly ReadOrder[]): CheckItem[] {
  const toItem = (index: number, checked: CheckedOrder | null): CheckItem[] => {
    const order = orders[index];
    return order ? [{ order, checked }] : [];
  };
  const wanted = rows.filter(({ verdict }) => (shown === "differences" ? verdict !== "equal" : verdict === shown));
  const plain = shown === "equal" ? equal.map((index) => ({ index, row: null })) : [];
  const all = [...plain, ...wanted.map((row) => ({ index: row.index, row }))];
  return all.sort((left, right) => left.index - right.index).flatMap(({ index, row }) => toItem(index, row));
}

/** A row as it is exported; short, since there may be a hundred thousand. */
export function toShownOrder({ order, checked }: CheckItem): ShownOrder {
  const { orderId, day, amountMinor, currency } = order;
  const shop = { amountMinor, currency };
  if (!checked) {
    const same = { notification: shop, notifications: 1, ledger: shop, reference: null, returnedMinor: null };
    return { orderId, day, verdict: "equal", reason: null, shop, ...same };
  }
  const { verdict, reason, notification, notifications, transaction, returnedMinor } = checked;
  return {
    ...{ orderId, day, verdict, reason, shop, notifications, returnedMinor },
    notification: notification && { amountMinor: notification.amountMinor, currency: notification.currency ?? "" },
    ledger: transaction && toLedger(transaction),
    reference: transaction?.reference ?? null,
  };
}

function toLedger({ amountMinor, amountText, currency }: NonNullable<CheckedOrder["transaction"]>): ShownOrder["ledger"] {
  return amountMinor === null ? { amountMinor, amountText: amountText.slice(0, 100), currency } : { amountMinor, currency };
}
