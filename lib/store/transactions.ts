import { and, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { transaction, transactionKey } from "./schema/transaction.ts";

const { amountRank: _rank, facetId: _facet, contentMark: _mark, ...columns } = getTableColumns(transaction);

/** What is read of a row: everything but what only finding and comparing it needs. */
export const transactionColumns = columns;

export type TransactionRow = Omit<typeof transaction.$inferSelect, "amountRank" | "facetId" | "contentMark">;

/** All rows with one of the references, newest first; a sale and its fee share theirs. */
export async function findTransactionsByReference(
  db: Queryable,
  { merchantIds, references }: { merchantIds: readonly string[]; references: readonly string[] },
): Promise<TransactionRow[]> {
  if (merchantIds.length === 0 || references.length === 0) return [];
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(and(inArray(transaction.merchantId, [...merchantIds]), inArray(transaction.reference, [...references])))
    .orderBy(desc(transaction.occurredAt), desc(transaction.id));
}

/** Rows by the gateway's ids, in no order. The key tells each one's month, so that only those are looked into. */
export async function findTransactionsById(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  const keys = await db
    .select({ occurredAt: transactionKey.occurredAt })
    .from(transactionKey)
    .where(and(eq(transactionKey.merchantId, merchantId), inArray(transactionKey.id, [...ids])));
  if (keys.length === 0) return [];
  const times = [...new Map(keys.map(({ occurredAt }) => [occurredAt.getTime(), occurredAt])).values()];
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(
      and(eq(transaction.merchantId, merchantId), inArray(transaction.occurredAt, times), inArray(transaction.id, [...ids])),
    );
}
