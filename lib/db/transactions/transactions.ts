import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { transaction, transactionKey } from "../schema/transaction.ts";

const {
  amountRank: _rank,
  facetId: _facet,
  kindId: _kind,
  contentMark: _mark,
  identifiers: _known,
  ...columns
} = getTableColumns(transaction);

/** All columns except those only needed for search and comparison. */
export const transactionColumns = columns;

export type TransactionRow = Omit<
  typeof transaction.$inferSelect,
  "amountRank" | "facetId" | "kindId" | "contentMark" | "identifiers"
>;

/** A gateway that gives many payments the same reference must not fill the memory. */
const sharingMax = 500;

/** The newest rows with one of the references, at most 500 of each; a sale and its fee share theirs. */
export async function findTransactionsByReference(
  db: Queryable,
  { references, ...scope }: MerchantScope & { references: readonly string[] },
): Promise<TransactionRow[]> {
  if (isEmptyScope(scope) || references.length === 0) return [];
  const newest = db
    .select(transactionColumns)
    .from(transaction)
    .where(and(inScope(scope, transaction), sql`${transaction.reference} = wanted.reference`))
    .orderBy(desc(transaction.occurredAt), desc(transaction.id))
    .limit(sharingMax)
    .as("transaction");
  return db
    .select(transactionColumns)
    .from(sql`unnest(${sql.param([...new Set(references)])}::text[]) as wanted(reference)`)
    .crossJoinLateral(newest)
    .orderBy(desc(transaction.occurredAt), desc(transaction.id));
}

/** Rows by gateway ids, in no order. The key has each row's month, so that only these partitions are read. */
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
