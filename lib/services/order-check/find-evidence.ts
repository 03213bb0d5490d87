import type { ShopOrder } from "#lib/contract/order-check.ts";
import { dayNumberAt, toDayNumber } from "#lib/core/days.ts";
import { toPlainNumber } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listPaymentEventsOfOrders, type OrderPaymentEvent } from "#lib/db/notifications/order-payments.ts";
import { listEventsOfOrders, listSimilarNumbers } from "#lib/db/search/rows-of-orders.ts";
import type { ServiceContext } from "../context.ts";
import { agrees, matchLedger } from "../notifications/reconciliation/ledger-match.ts";
import { reversalsOf } from "../notifications/reconciliation/ledger-reversals.ts";
import { type KnownUnlinked, markNotified } from "../notifications/reconciliation/mark-notified.ts";
import { type Evidence, type MissingReason, type PaymentEvent, paymentEventOf } from "./decide-verdict.ts";
import { type Found, type FoundSale, findSales } from "./find-sales.ts";
import type { Gap } from "./ledger-days.ts";
import { findMissingGaps, type Missing } from "./missing-sales.ts";
import { near } from "./near-order.ts";

export type Place = {
  merchant: MerchantRow;
  endpointIds: readonly string[];
  zone: string;
  /** Why the ledger of a day proves nothing. */
  gapOf: (day: number) => Gap | undefined;
  /** Of the merchant. */
  unlinked: KnownUnlinked;
  /** All orders of the shop's list. */
  orderIds: ReadonlySet<string>;
};

/** What notifications, ledger and our own payments know of these orders of one currency; the cost does not depend on what else is stored. */
export async function findEvidence(ctx: ServiceContext, place: Place, orders: readonly ShopOrder[]): Promise<Evidence[]> {
  const { environment, id: merchantId } = place.merchant;
  const owner = { environment, merchantId };
  const orderIds = orders.map(({ orderId }) => orderId);
  const byHash = await listPaymentEventsOfOrders(ctx.db, { ...owner, endpointIds: place.endpointIds, orderIds });
  const known = new Set(byHash.map(({ orderId }) => orderId));
  const elsewhere = await listEventsOfOrders(ctx.db, { ...owner, orderIds: orderIds.filter((orderId) => !known.has(orderId)) });
  const all = await markReversed(ctx, place, [...byHash, ...elsewhere]);
  const eventsOf = Map.groupBy(all, ({ orderId }) => orderId);
  const found = orders.map((order) => ({ order, events: near(eventsOf.get(order.orderId) ?? [], order, "receivedAt") }));
  const sold = await findSales(ctx, place, found);
  const silent = sold.flatMap(({ sale, events }) => (sale && !paymentEventOf(events) ? [sale] : []));
  const marks = await markNotified(ctx, silent, place.unlinked);
  const notified = new Map(silent.map((sale, index) => [sale, marks[index]]));
  const gapOf = await findGaps(
    ctx,
    place,
    sold.filter(({ sale }) => !sale),
  );
  return sold.map(({ isNumbered, isOther, ...item }) => {
    const { order, sale } = item;
    const isElsewhere = item.events.length === 0 && (eventsOf.has(order.orderId) || isNumbered);
    const gap = sale ? undefined : (gapOf(order) ?? (isElsewhere ? "other_time" : undefined));
    return { ...item, saleAgrees: sale !== undefined && agrees(ctx, sale, order), notified: sale && notified.get(sale), gap };
  });
}

/** Why these orders, which have no sale, are not proven to be booked nowhere. */
async function findGaps(ctx: ServiceContext, place: Place, missing: readonly FoundSale[]) {
  const ledgerGapOf = await findMissingGaps(
    ctx,
    place,
    missing.map((item) => toMissing(item, place.zone)),
  );
  const isUnlinked = place.unlinked.get(place.merchant.id) === true;
  const gaps = new Map<ShopOrder, MissingReason>();
  for (const { order, events, isOther } of missing) {
    const isConfirmed = events.some(({ gateway }) => gateway === "confirmed");
    const own = isConfirmed ? "gateway_confirmed" : isOther ? "other_booking" : undefined;
    const gap = own ?? ledgerGapOf(order) ?? (isUnlinked ? "unlinked" : undefined);
    if (gap) gaps.set(order, gap);
  }
  const open = missing.flatMap(({ order }) => (gaps.has(order) ? [] : [order]));
  for (const order of await findSimilar(ctx, place, open)) gaps.set(order, "similar_number");
  return (order: ShopOrder) => gaps.get(order);
}

/** The orders whose number a sale or payment near their day has in another spelling, unless it is another order of the shop. */
async function findSimilar(ctx: ServiceContext, { merchant, orderIds }: Place, orders: readonly ShopOrder[]) {
  const asked = { environment: merchant.environment, merchantId: merchant.id, orderIds: orders.map(({ orderId }) => orderId) };
  const numbers = (await listSimilarNumbers(ctx.db, asked)).filter(({ number }) => !orderIds.has(number));
  const byNumber = Map.groupBy(numbers, ({ number }) => toPlainNumber(number));
  return orders.filter((order) => near(byNumber.get(toPlainNumber(order.orderId)) ?? [], order, "at").length > 0);
}

/** The gateway reverses what was not answered OK, but its Rollback is often not received either. */
async function markReversed(
  ctx: ServiceContext,
  { merchant: { environment, id: merchantId } }: Place,
  events: readonly OrderPaymentEvent[],
): Promise<PaymentEvent[]> {
  const unanswered = events.filter(({ method, answerStatus }) => method === "IPCPurchaseNotify" && answerStatus !== 200);
  const reversals = await reversalsOf(ctx, await matchLedger(ctx, { environment, merchantId }, unanswered));
  return events.map((event) => (reversals.has(event.id) ? { ...event, isReversed: true } : event));
}

/** A sale may be booked on the shop's day or on that of its notification. */
function toMissing({ order, events }: Found, zone: string): Missing {
  const paid = paymentEventOf(events);
  const day = toDayNumber(order.day);
  return { order, days: paid ? [day, dayNumberAt(paid.receivedAt.getTime(), zone)] : [day] };
}
