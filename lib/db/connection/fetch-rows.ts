import { sql } from "drizzle-orm";
import { transaction } from "../schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "../transactions/transactions.ts";
import type { Queryable } from "./open-store.ts";
import { runPrepared } from "./prepared.ts";

export type RowKey = { merchantId: string; occurredAt: Date; id: string };

/** The rows of the keys, in key order; reads only the partitions of their months. Rows removed meanwhile are left out. */
export async function fetchRows(db: Queryable, environment: string, keys: readonly RowKey[]): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  const column = (read: (key: RowKey) => string) => sql.param(keys.map(read));
  const query = db
    .select(transactionColumns)
    .from(transaction)
    // One index search per key, in its month: with parallel lists of values PostgreSQL would search every combination.
    .innerJoin(
      sql`unnest((select ${column((key) => key.merchantId)}::uuid[]), (select ${column((key) => key.occurredAt.toISOString())}::timestamptz[]),
        (select ${column((key) => key.id)}::text[])) as key(merchant_id, occurred_at, id)`,
      sql`${transaction.environment} = (select ${environment}::text) and ${transaction.merchantId} = key.merchant_id
        and ${transaction.occurredAt} = key.occurred_at and ${transaction.id} = key.id`,
    );
  const rows = await runPrepared(query);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.flatMap((key) => byName.get(nameOf(key)) ?? []);
}

function nameOf({ merchantId, occurredAt, id }: RowKey): string {
  return `${merchantId} ${occurredAt.getTime()} ${id}`;
}
