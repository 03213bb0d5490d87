import { and, eq, type SQL, sql } from "drizzle-orm";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Queryable } from "../connection/open-store.ts";
import { listPaymentEvents, type OrderPaymentEvent } from "../notifications/order-payments.ts";
import { delivery } from "../schema/notification.ts";
import { transaction } from "../schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "../transactions/transactions.ts";
import { anyOfFields, isKnownBy, mayBeStored } from "./identifiers.ts";

type Asked = { environment: string; merchantId: string; orderIds: readonly string[] };

/** Of fewer values PostgreSQL spends most of its time on starting. */
const valuesAtOnce = 500;
/** Rows fetched at once; one order number has the newest of them. */
const rowsMax = 5_000;

/** Credited transactions of a merchant that carry one of the order numbers exactly. */
export function listCreditsOfOrders(db: Queryable, asked: Asked): Promise<TransactionRow[]> {
  return inBatches(asked.orderIds, (orderIds) =>
    db
      .select(transactionColumns)
      .from(transaction)
      .where(
        and(
          eq(transaction.environment, asked.environment),
          eq(transaction.merchantId, asked.merchantId),
          eq(transaction.sign, "credit"),
          isKnownBy(transaction.identifiers, wordsOf("referenceNumber", orderIds)),
          isOneOf(transaction.referenceNumber, orderIds),
        ),
      )
      .limit(rowsMax),
  );
}

/** Verified notifications of the orders at any address of the merchant, deleted ones too. */
export function listEventsOfOrders(db: Queryable, asked: Asked): Promise<OrderPaymentEvent[]> {
  return inBatches(asked.orderIds, (orderIds) => {
    const isKnown = isKnownBy(delivery.identifiers, wordsOf("orderId", orderIds));
    const { environment, merchantId } = asked;
    return listPaymentEvents(db, {
      environment,
      merchantId,
      which: and(isKnown, isOneOf(delivery.orderId, orderIds)),
      limit: rowsMax,
    });
  });
}

function wordsOf(field: string, orderIds: readonly string[]): string {
  return anyOfFields([field], [...new Set(orderIds.map(normaliseIdentifier))]);
}

function isOneOf(column: typeof delivery.orderId | typeof transaction.referenceNumber, orderIds: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...orderIds])}::text[])`;
}

/** In halves where a batch has more rows than are fetched, so that a very common number does not displace the others. */
async function inBatches<Row>(
  orderIds: readonly string[],
  list: (orderIds: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const wanted = orderIds.filter((orderId) => mayBeStored(normaliseIdentifier(orderId)));
  const found: Row[] = [];
  const pending: (readonly string[])[] = [];
  for (let at = 0; at < wanted.length; at += valuesAtOnce) pending.push(wanted.slice(at, at + valuesAtOnce));
  for (let batch = pending.pop(); batch; batch = pending.pop()) {
    const rows = await list(batch);
    if (rows.length < rowsMax || batch.length === 1) found.push(...rows);
    else pending.push(batch.slice(0, batch.length >> 1), batch.slice(batch.length >> 1));
  }
  return found;
}
