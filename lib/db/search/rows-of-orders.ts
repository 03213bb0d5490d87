import { and, eq, type SQL, sql } from "drizzle-orm";
import { normaliseIdentifier, toPlainNumber } from "#lib/core/identifiers.ts";
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
    listCredits(db, asked, [
      isKnownBy(transaction.identifiers, wordsOf("referenceNumber", orderIds)),
      isOneOf(transaction.referenceNumber, orderIds),
    ]),
  );
}

/** Verified notifications of the orders at any address of the merchant, deleted ones too. */
export function listEventsOfOrders(db: Queryable, asked: Asked): Promise<OrderPaymentEvent[]> {
  return inBatches(asked.orderIds, (orderIds) =>
    listEvents(db, asked, [isKnownBy(delivery.identifiers, wordsOf("orderId", orderIds)), isOneOf(delivery.orderId, orderIds)]),
  );
}

/** Sales and payments that carry one of the order numbers in any spelling (`toPlainNumber`), each with its number and time. */
export async function listSimilarNumbers(db: Queryable, asked: Asked): Promise<{ number: string; at: Date }[]> {
  const credits = await inBatches(asked.orderIds, (orderIds) =>
    listCredits(db, asked, [isKnownBy(transaction.identifiers, similarWordsOf("referenceNumber", orderIds))]),
  );
  const events = await inBatches(asked.orderIds, (orderIds) =>
    listEvents(db, asked, [isKnownBy(delivery.identifiers, similarWordsOf("orderId", orderIds))]),
  );
  return [
    ...credits.map(({ referenceNumber, occurredAt }) => ({ number: referenceNumber ?? "", at: occurredAt })),
    ...events.map(({ orderId, receivedAt }) => ({ number: orderId ?? "", at: receivedAt })),
  ];
}

function listCredits(db: Queryable, { environment, merchantId }: Asked, which: readonly SQL[]): Promise<TransactionRow[]> {
  const isOwn = [
    eq(transaction.environment, environment),
    eq(transaction.merchantId, merchantId),
    eq(transaction.sign, "credit"),
  ];
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(and(...isOwn, ...which))
    .limit(rowsMax);
}

function listEvents(db: Queryable, { environment, merchantId }: Asked, which: readonly SQL[]): Promise<OrderPaymentEvent[]> {
  return listPaymentEvents(db, { environment, merchantId, which: and(...which), limit: rowsMax });
}

function wordsOf(field: string, orderIds: readonly string[]): string {
  return anyOfFields([field], [...new Set(orderIds.map(normaliseIdentifier))]);
}

/** Rows are also known by their numbers without leading zeros. */
function similarWordsOf(field: string, orderIds: readonly string[]): string {
  const values = orderIds.flatMap((orderId) => {
    const plain = toPlainNumber(orderId);
    return [normaliseIdentifier(orderId), ...(plain === "" ? [] : [plain, `#${plain}`])];
  });
  return anyOfFields([field], [...new Set(values)]);
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
