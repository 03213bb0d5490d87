import { and } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { listIdentified } from "../search/identified-list.ts";
import { behind, fittingRows, inOrder, type TransactionPageQuery, toWalk } from "./transaction-query.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

export type { TransactionKey, TransactionPageQuery, TransactionQuery } from "./transaction-query.ts";

/** Rows after the key in walking order. PostgreSQL chooses the index by the statistics of each month. */
export async function listTransactionRows(db: Queryable, query: TransactionPageQuery): Promise<TransactionRow[]> {
  const fitting = await fittingRows(db, query);
  if (fitting === undefined) return [];
  const walk = toWalk(query);
  if (query.identifier !== undefined) return listIdentified(db, { ...query, fitting, walk });
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(and(fitting, behind(query.after, walk)))
    .orderBy(...inOrder(walk))
    .limit(query.limit);
}
