import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { reconciliation } from "../schema/reconciliation.ts";
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
  limit: number;
};

/** Online sales of that time that carry no order number and belong to no notification: nobody knows of which order they are. */
export function listUnnamedSales(
  db: Queryable,
  { environment, merchantId, types, from, before, limit }: Query,
): Promise<TransactionRow[]> {
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
        sql`not exists (select from ${reconciliation} where ${reconciliation.merchantId} = ${transaction.merchantId}
          and ${reconciliation.transactionId} = ${transaction.id})`,
      ),
    )
    .limit(limit);
}
