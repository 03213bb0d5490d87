import { and, eq, gte, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

type Query = {
  environment: string;
  merchantId: string;
  /** Type codes of online sales. */
  types: readonly string[];
  from: Date;
  /** Exclusive. */
  before: Date;
  amounts: readonly number[];
  currency: string;
  limit: number;
};

/**
 * Online sales of that time that carry no order number, with one of the amounts, or booked in another currency, where the amount
 * that the customer paid is not a column.
 */
export function listUnnamedSales(db: Queryable, query: Query): Promise<TransactionRow[]> {
  const { environment, merchantId, types, from, before, amounts, currency, limit } = query;
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(
      and(
        eq(transaction.environment, environment),
        eq(transaction.merchantId, merchantId),
        inArray(transaction.type, [...types]),
        eq(transaction.sign, "credit"),
        isNull(transaction.terminalId),
        isNull(transaction.referenceNumber),
        gte(transaction.occurredAt, from),
        lt(transaction.occurredAt, before),
        or(ne(transaction.currency, currency), sql`${transaction.amountMinor} = any(${sql.param([...amounts])}::bigint[])`),
      ),
    )
    .limit(limit);
}
