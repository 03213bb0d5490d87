import type { ShopOrder } from "#lib/contract/order-check.ts";
import { dayMs, dayNumberAt, toDayNumber } from "#lib/core/days.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listPaymentEventsOfOrders, type OrderPaymentEvent } from "#lib/db/notifications/order-payments.ts";
import { listCreditsOfOrders, listEventsOfOrders } from "#lib/db/search/rows-of-orders.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findTransactionsByKey } from "#lib/db/transactions/transactions-by-key.ts";
import type { ServiceContext } from "../context.ts";
import { agrees, type LedgerMatch, matchLedger, matchTrnrefs } from "../notifications/reconciliation/ledger-match.ts";
import { reversalsOf } from "../notifications/reconciliation/ledger-reversals.ts";
import { markNotified } from "../notifications/reconciliation/mark-notified.ts";
import { markGivenBack } from "../transactions/mark-rows.ts";
import { type Evidence, type PaymentEvent, paymentEventOf, toldEventOf } from "./decide-verdict.ts";
import type { Gap } from "./ledger-days.ts";
import { findMissingGaps, type Missing } from "./missing-sales.ts";

export type Place = {
  merchant: MerchantRow;
  endpointIds: readonly string[];
  zone: string;
  /** Why the ledger of a day proves nothing. */
  gapOf: (day: number) => Gap | undefined;
};

/** A shop may use an order number again, so its payment is near its day. */
const nearDays = 31;

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
  const { sales, numbered } = await findSales(ctx, place, found);
  const isTold = new Set(sales.filter((_, index) => paymentEventOf(found[index]?.events ?? [])));
  const booked = sales.filter((sale) => sale !== undefined);
  const givenBack = await markGivenBack(ctx.db, booked);
  const silent = booked.filter((sale) => !isTold.has(sale));
  const notified = new Map((await markNotified(ctx, silent)).map((mark, index) => [silent[index], mark]));
  const missing = found.filter((_, index) => !sales[index]).map((item) => toMissing(item, place.zone));
  const gapOf = await findMissingGaps(ctx, place, missing);
  return found.map(({ order, events: own }, index) => {
    const sale = sales[index];
    const isElsewhere = own.length === 0 && (eventsOf.has(order.orderId) || numbered.has(order.orderId));
    const gap = sale ? undefined : (gapOf(order) ?? (isElsewhere ? "other_time" : undefined));
    const marks = sale && { notified: notified.get(sale), givenBack: givenBack.get(sale)?.givenBack };
    return { order, events: own, sale, saleAgrees: sale !== undefined && agrees(ctx, sale, order), ...marks, gap };
  });
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

type Found = { order: ShopOrder; events: readonly PaymentEvent[] };

/** The ledger's sale of each order: as reconciled with its notification, else by IPC_Trnref, else by the order's number. */
async function findSales(ctx: ServiceContext, { merchant }: Place, found: readonly Found[]) {
  const { environment, id: merchantId } = merchant;
  const told = found.map(({ events, order }) => toldEventOf(events, order));
  const keys = told.flatMap((event) => (event?.transactionId ? [{ merchantId, id: event.transactionId }] : []));
  const rows = new Map((await findTransactionsByKey(ctx.db, environment, keys)).map((row) => [row.id, row]));
  const isOpen = (event: OrderPaymentEvent | undefined) => !rows.has(event?.transactionId ?? "");
  const open = told.flatMap((event) => (event && isOpen(event) ? [{ ...event, merchantId }] : []));
  const matches = open.length === 0 ? new Map<string, LedgerMatch>() : await matchTrnrefs(ctx, environment, open);
  const sales = told.map((event) => event && (rows.get(event.transactionId ?? "") ?? saleOf(matches.get(event.id))));
  const rest = found.filter((_, index) => !sales[index]).map(({ order }) => order.orderId);
  const credits = await listCreditsOfOrders(ctx.db, { environment, merchantId, orderIds: rest });
  const numbered = Map.groupBy(credits.filter(isSale), ({ referenceNumber }) => referenceNumber);
  const all = found.map(({ order }, index) => sales[index] ?? chooseSale(ctx, numbered.get(order.orderId) ?? [], order));
  return { sales: all, numbered };
}

/** A fee alone under the payment's reference is no sale. */
function saleOf(match: LedgerMatch | undefined): TransactionRow | undefined {
  return match?.row.sign === "credit" ? match.row : undefined;
}

/** Of several sales with the order's number one of its amount, else the nearest to its day. */
function chooseSale(ctx: ServiceContext, rows: readonly TransactionRow[], order: ShopOrder): TransactionRow | undefined {
  const nearest = near(rows, order, "occurredAt").toSorted(
    (left, right) => distanceMs(left.occurredAt, order) - distanceMs(right.occurredAt, order),
  );
  return nearest.find((row) => agrees(ctx, row, order)) ?? nearest[0];
}

function near<Key extends string, Item extends Record<Key, Date>>(items: readonly Item[], order: ShopOrder, key: Key): Item[] {
  return items.filter((item) => distanceMs(item[key], order) <= nearDays * dayMs);
}

function distanceMs(at: Date, { day }: ShopOrder): number {
  return Math.abs(at.getTime() - toDayNumber(day) * dayMs);
}
