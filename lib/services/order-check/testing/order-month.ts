import { createHash } from "node:crypto";
import type { ShopOrder } from "#lib/contract/order-check.ts";
import { dayMs } from "#lib/core/days.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { type Verdict, verdicts } from "#lib/core/shop-orders/verdicts.ts";
import { ensureDeliveryMonth } from "#lib/db/deliveries/delivery-months.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { delivery, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { reconciliation } from "#lib/db/schema/reconciliation.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { toIdentifierText } from "#lib/db/search/identifiers.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { createTimeOrderedId } from "#lib/notifications/receive/to-delivery.ts";
import type { ServiceContext } from "../../context.ts";

export type Planted = Exclude<Verdict, "equal" | "not_checked">;
export const kinds = verdicts.filter((verdict): verdict is Planted => verdict !== "equal" && verdict !== "not_checked");

type Delivery = typeof delivery.$inferInsert;
type Month = { orders: ShopOrder[]; expected: Map<number, Planted> };

const firstDay = "2026-03-01";
const daysOfMonth = 31;
const rowsAtOnce = 2_000;
/** Each merchant has one endpoint. */
export const endpointIdOf = ({ id }: MerchantRow) => id.replaceAll("-", "");

/** Stores a month of a merchant's orders as ledger and notifications, with `planted` differences of each kind, read to the end. */
export async function storeOrderMonth(
  { db, vault }: Pick<ServiceContext, "db" | "vault">,
  merchant: MerchantRow,
  { count, planted, readAt, zone }: { count: number; planted: number; readAt: Date; zone: string },
): Promise<Month> {
  const { environment, id: merchantId } = merchant;
  const begin = new Date(`${firstDay}T00:00:00Z`);
  await ensureDeliveryMonth(db, "sandbox", begin);
  const endpoint = {
    id: endpointIdOf(merchant),
    environment,
    merchantId,
    sid: "000000000000010",
    createdBy: "test",
    createdAt: begin,
  };
  await db.insert(notifyEndpoint).values(endpoint);
  await db.insert(ledgerRead).values({ merchantId, fromDay: "2026-02-01", toDay: "2026-04-10", readAt, zone });
  const orders: ShopOrder[] = [];
  const expected = new Map<number, Planted>();
  for (let from = 0; from < count; from += rowsAtOnce) {
    const indexes = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, at) => from + at);
    const made = indexes.map((index) => makeOrder({ index, count, planted, merchant }));
    for (const [at, { order, kind }] of made.entries()) {
      orders.push(order);
      if (kind) expected.set(from + at, kind);
    }
    await storeRows(
      { db, vault, merchant },
      made.flatMap(({ rows }) => rows),
    );
    const deliveries = made.flatMap((item) => item.deliveries);
    if (deliveries.length > 0) await db.insert(delivery).values(deliveries);
    const joins = made.flatMap(({ join }) => join ?? []);
    if (joins.length > 0) await db.insert(reconciliation).values(joins);
  }
  return { orders, expected };
}

type Wanted = { index: number; count: number; planted: number; merchant: MerchantRow };

const plantedEvery = 13;

/** Every 13th order is of one kind after the other, until enough are planted. */
function kindOf({ index, planted }: Wanted): Planted | undefined {
  const place = Math.floor(index / plantedEvery);
  return index % plantedEvery === 7 && place < planted * kinds.length ? kinds[place % kinds.length] : undefined;
}

function makeOrder(wanted: Wanted) {
  const { index, count, merchant } = wanted;
  const kind = kindOf(wanted);
  const at = new Date(Date.parse(`${firstDay}T00:00:00Z`) + Math.floor((index / count) * daysOfMonth * dayMs));
  const amountMinor = 100 + ((index * 7919) % 90_000);
  const order = {
    orderId: `ORD-${String(index).padStart(7, "0")}`,
    amountMinor,
    currency: "EUR",
    day: at.toISOString().slice(0, 10),
  };
  const trnref = String(1_000_000 + index);
  // Some gateways book under the IPC_Trnref, others name the order.
  const namesOrder = kind === "not_notified" || index % 2 === 1;
  // Of two rounds one, so that both have orders that their sales name and that they do not.
  const variant = Math.floor(index / plantedEvery / kinds.length / 2) % 2;
  const reference = namesOrder ? `POS${trnref}` : trnref;
  const sale = toRow(merchant, {
    id: `S${index}`,
    at,
    reference,
    amountMinor: amountMinor + (kind === "amount_differs" ? 1 : 0),
  });
  const named = { ...sale, referenceNumber: namesOrder ? order.orderId : null };
  const fee = toRow(merchant, { id: `F${index}`, at, reference, amountMinor: -20, type: "001" });
  const backMinor = givenBackOf(kind, { amountMinor, variant });
  const back = toRow(merchant, { id: `B${index}`, at: after(at), reference, amountMinor: -backMinor, type: "011" });
  const again = sellAgain(merchant, { index, kind, order, at: after(at), reference: `POS9${trnref}` });
  const notified = toDelivery(merchant, { order, at, trnref });
  const second = toDelivery(merchant, { order, at: after(at), trnref: `9${trnref}` });
  const rollback = toDelivery(merchant, { order, at: after(at), trnref: null, method: "IPCPurchaseRollback" });
  const forged = { ...toDelivery(merchant, { order, at, trnref }), verdict: "invalid" as const, identifiers: null };
  const isNotified = kind !== "not_notified" && !(kind === "not_booked" && variant === 0);
  const isBooked = kind !== "not_booked";
  const join = isNotified && isBooked && index % 10 !== 3 ? toJoin(notified, named) : undefined;
  return {
    ...{ order, kind, join },
    rows: isBooked ? [named, ...(index % 2 === 0 ? [fee] : []), ...(backMinor > 0 ? [back] : []), ...again] : [],
    deliveries: [
      ...(isNotified ? [notified] : [forged]),
      ...(kind === "notified_twice" ? [second] : []),
      ...(kind === "refunded" && variant === 1 ? [rollback] : []),
    ],
  };
}

/** A second sale of the order; of some equal orders one that was reversed, which is no difference. */
function sellAgain(merchant: MerchantRow, { index, kind, order, at, reference }: Sold): NewTransaction[] {
  const isUndone = kind === undefined && index % 29 === 5;
  if (kind !== "booked_twice" && !isUndone) return [];
  const { amountMinor, orderId } = order;
  const sale = { ...toRow(merchant, { id: `D${index}`, at, reference, amountMinor }), referenceNumber: orderId };
  const reversal = { id: `U${index}`, at: after(at), reference, amountMinor: -amountMinor, type: "036" };
  return isUndone ? [sale, toRow(merchant, reversal)] : [sale];
}

type Sold = { index: number; kind: Planted | undefined; order: ShopOrder; at: Date; reference: string };

/** What the ledger gives back of an order, also of some that differ: a difference must not hide behind it. */
function givenBackOf(kind: Planted | undefined, { amountMinor, variant }: { amountMinor: number; variant: number }): number {
  if (kind === "partly_refunded") return variant === 0 ? 1 : amountMinor - 1;
  if (kind === "refunded") return variant === 0 ? amountMinor : 0;
  const differing: readonly (Planted | undefined)[] = ["not_notified", "notified_twice", "booked_twice", "amount_differs"];
  const isBoth = variant === 1 && differing.includes(kind);
  return isBoth ? (kind === "not_notified" ? amountMinor : 1) : 0;
}

function after(at: Date): Date {
  return new Date(at.getTime() + 3_600_000);
}

type Booked = { id: string; at: Date; reference: string; amountMinor: number; type?: string };

function toRow(merchant: MerchantRow, { id, at, reference, amountMinor, type = "013" }: Booked): NewTransaction {
  return {
    ...bareTransaction,
    ...{ merchantId: merchant.id, environment: merchant.environment, id, reference, occurredAt: at, readAt: at },
    ...{ occurredAtText: at.toISOString(), day: at.toISOString().slice(0, 10), hasOwnTime: true, type, currency: "EUR" },
    ...{ amountMinor, amountText: formatDecimal({ amountMinor, currency: "EUR" }), sign: amountMinor < 0 ? "debit" : "credit" },
    record: { id },
  };
}

type Told = { order: ShopOrder; at: Date; trnref: string | null; method?: string };

export function toDelivery(merchant: MerchantRow, { order, at, trnref, method = "IPCPurchaseNotify" }: Told): Delivery {
  const { orderId, amountMinor, currency } = order;
  const id = createTimeOrderedId(
    at.getTime(),
    createHash("sha256").update(`${merchant.id} ${orderId} ${trnref} ${method}`).digest().subarray(0, 16),
  );
  const known = [
    { field: "orderId", value: orderId.replaceAll("-", "") },
    ...(trnref === null ? [] : [{ field: "trnref", value: trnref }]),
  ];
  return {
    ...{
      id,
      endpointId: endpointIdOf(merchant),
      merchantId: merchant.id,
      environment: merchant.environment,
      eventId: id,
      receivedAt: at,
      lastSeenAt: at,
    },
    ...{
      sha256: Buffer.alloc(32),
      body: Buffer.alloc(1),
      bodyBytes: 1,
      headers: [],
      method,
      orderId,
      trnref,
      amountMinor,
      currency,
    },
    ...{ verdict: "valid", reasons: [], answerStatus: 200, answerBody: "OK", answerMs: 1, identifiers: toIdentifierText(known) },
  };
}

function toJoin(told: Delivery, { merchantId, environment, id, reference }: NewTransaction): typeof reconciliation.$inferInsert {
  const place = { deliveryId: told.id, merchantId, environment };
  return { ...place, agrees: true, attempt: "paid", matchedBy: "trnref", transactionId: id, reference, gateway: "confirmed" };
}
