import { and, between, eq, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

type Pairs = { environment: string; from: Date; to: Date; pairs: readonly { merchantId: string; reference: string }[] };

/** Rows of many merchants, each with a reference of its own merchant, within that time. */
export async function findPairedTransactions(db: Queryable, { environment, from, to, pairs }: Pairs): Promise<TransactionRow[]> {
  if (pairs.length === 0) return [];
  const column = (read: (pair: { merchantId: string; reference: string }) => string) => sql.param(pairs.map(read));
  const wanted = sql`(select distinct * from unnest(${column((pair) => pair.merchantId)}::uuid[],
    ${column((pair) => pair.reference)}::text[]) as pair(merchant_id, reference)) wanted`;
  return db
    .select(transactionColumns)
    .from(transaction)
    .innerJoin(wanted, sql`wanted.merchant_id = ${transaction.merchantId} and wanted.reference = ${transaction.reference}`)
    .where(and(eq(transaction.environment, environment), between(transaction.occurredAt, from, to)));
}
