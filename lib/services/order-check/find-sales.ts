import type { ShopOrder } from "#lib/contract/order-check.ts";
import { isReservation, isSale } from "#lib/core/transaction-types.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { OrderPaymentEvent } from "#lib/db/notifications/order-payments.ts";
import { listCreditsOfOrders } from "#lib/db/search/rows-of-orders.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findTransactionsByKey } from "#lib/db/transactions/transactions-by-key.ts";
import type { ServiceContext } from "../context.ts";
import { agrees, type LedgerMatch, matchTrnrefs } from "../notifications/reconciliation/ledger-match.ts";
import { markGivenBack } from "../transactions/mark-rows.ts";
import { type Evidence, isGivenBackWhole, type PaymentEvent, paymentEventOf, paymentsOf, toldEventOf } from "./decide-verdict.ts";
import { distanceMs, near } from "./near-order.ts";

export type Found = { order: ShopOrder; events: readonly PaymentEvent[] };

/** `isNumbered`: a sale of any time has the order's number; `isOther`: a credit near it that is neither sale nor reservation has. */
export type FoundSale = Found & Pick<Evidence, "sale" | "givenBack" | "beside"> & { isNumbered: boolean; isOther: boolean };

type Backs = Awaited<ReturnType<typeof markGivenBack>>;

/**
 * The ledger's sale of each order: as reconciled with its notification, else by IPC_Trnref, else by the order's number. Where the
 * order's payments were all reversed and another sale of its amount stands, that one, without the events, which are not about it.
 */
export async function findSales(
  ctx: ServiceContext,
  { merchant }: { merchant: MerchantRow },
  found: readonly Found[],
): Promise<FoundSale[]> {
  const { environment, id: merchantId } = merchant;
  const told = await findToldSales(ctx, merchant, found);
  const orderIds = found.map(({ order }) => order.orderId);
  const credits = Map.groupBy(
    await listCreditsOfOrders(ctx.db, { environment, merchantId, orderIds }),
    ({ referenceNumber }) => referenceNumber,
  );
  const known = found.map(({ order }, index) => {
    const own = told[index];
    const all = near(credits.get(order.orderId) ?? [], order, "occurredAt");
    const numbered = all.filter(isSale).map((row) => (row.id === own?.id ? own : row));
    return { own, numbered, isOther: all.some((row) => !isSale(row) && !isReservation(row)) };
  });
  const sales = new Set(known.flatMap(({ own, numbered }) => (own ? [own, ...numbered] : numbered)));
  const backs = await markGivenBack(ctx.db, [...sales]);
  return found.map((item, index) => {
    const { own, numbered = [], isOther = false } = known[index] ?? {};
    const isNumbered = credits.get(item.order.orderId)?.some(isSale) === true;
    return { ...item, ...chooseSale(ctx, item, { own, numbered, backs }), isNumbered, isOther };
  });
}

/** Of the notification that tells of each order. */
async function findToldSales(ctx: ServiceContext, { environment, id: merchantId }: MerchantRow, found: readonly Found[]) {
  const told = found.map(({ events, order }) => toldEventOf(events, order));
  const keys = told.flatMap((event) => (event?.transactionId ? [{ merchantId, id: event.transactionId }] : []));
  const rows = new Map((await findTransactionsByKey(ctx.db, environment, keys)).map((row) => [row.id, row]));
  const isOpen = (event: OrderPaymentEvent | undefined) => !rows.has(event?.transactionId ?? "");
  const open = told.flatMap((event) => (event && isOpen(event) ? [{ ...event, merchantId }] : []));
  const matches = open.length === 0 ? new Map<string, LedgerMatch>() : await matchTrnrefs(ctx, environment, open);
  return told.map((event) => event && (rows.get(event.transactionId ?? "") ?? saleOf(matches.get(event.id))));
}

/** A fee alone under the payment's reference is no sale. */
function saleOf(match: LedgerMatch | undefined): TransactionRow | undefined {
  return match?.row.sign === "credit" ? match.row : undefined;
}

/** `own`: by its notification; `numbered`: by the order's number. */
type Candidates = { own: TransactionRow | undefined; numbered: readonly TransactionRow[]; backs: Backs };
type Chosen = Pick<FoundSale, "events" | "sale" | "givenBack" | "beside">;

function chooseSale(ctx: ServiceContext, found: Found, { own, numbered, backs }: Candidates): Chosen {
  const { order, events } = found;
  const isReversed = toldEventOf(events, order) !== undefined && paymentEventOf(events) === undefined;
  const isBack = (row: TransactionRow) => isGivenBackWhole(row, backs.get(row)?.givenBack);
  const likely = numbered.filter((row) => isBack(row) === isReversed && agrees(ctx, row, order));
  const sale = own ?? nearestOf(ctx, likely.length > 0 ? likely : numbered, order);
  const standing = sale && isSale(sale) ? standingBeside({ ...found, sale, isTold: !own }, numbered, isBack) : [];
  const paidAgain = isReversed ? standing.filter((row) => agrees(ctx, row, order)) : [];
  const next = nearestOf(ctx, paidAgain, order);
  const others = standing.filter((row) => row !== next);
  const chosen = next ?? sale;
  return {
    events: next ? [] : events,
    sale: chosen,
    givenBack: chosen && backs.get(chosen)?.givenBack,
    beside: describeBeside(ctx, others, order),
  };
}

/**
 * The order's further sales that stand, one of each reference. Those of its notifications are not meant, and where their
 * IPC_Trnref is no reference of a sale, each of these attempts may be about any of them.
 */
function standingBeside(
  { events, sale, isTold }: Found & { sale: TransactionRow; isTold: boolean },
  numbered: readonly TransactionRow[],
  isBack: (row: TransactionRow) => boolean,
): TransactionRow[] {
  const attempts = new Set(paymentsOf(events).map(({ trnref }) => trnref));
  const joined = new Set(events.map(({ transactionId }) => transactionId));
  const matched = [sale, ...numbered].filter(({ reference, id }) => attempts.has(reference) || joined.has(id));
  const others = [...Map.groupBy(numbered, keyOf)].flatMap(([key, rows]) =>
    key === keyOf(sale) || rows.some((row) => matched.includes(row)) ? [] : [rows],
  );
  const standing = others.flatMap(([first, ...parts]) => (first && ![first, ...parts].some(isBack) ? [first] : []));
  const unmatched = attempts.size - new Set(matched.map(keyOf)).size - (isTold && !matched.includes(sale) ? 1 : 0);
  const explained = Math.max(0, unmatched - (others.length - standing.length));
  return standing.length > explained ? standing : [];
}

/** A payment booked in parts is one sale. */
function keyOf({ id, reference }: TransactionRow): string {
  return reference === null ? `id ${id}` : `reference ${reference}`;
}

/** The number of a receipt at a terminal may equal the order's by chance, unless the amount does too. */
function describeBeside(ctx: ServiceContext, rows: readonly TransactionRow[], order: ShopOrder): Evidence["beside"] {
  if (rows.some((row) => agrees(ctx, row, order))) return "same_amount";
  return rows.some(({ terminalId }) => terminalId === null) ? "other_amount" : undefined;
}

/** Of several sales with the order's number one of its amount, else the nearest to its day. */
function nearestOf(ctx: ServiceContext, rows: readonly TransactionRow[], order: ShopOrder): TransactionRow | undefined {
  const nearest = rows.toSorted((left, right) => distanceMs(left.occurredAt, order) - distanceMs(right.occurredAt, order));
  return nearest.find((row) => agrees(ctx, row, order)) ?? nearest[0];
}
