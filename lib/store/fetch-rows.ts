import { between, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { transaction } from "./schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

export type RowKey = { merchantId: string; occurredAt: Date; id: string };

/** The rows of the keys, in their order; only their months are looked into. Rows that went meanwhile are left out. */
export async function fetchRows(db: Queryable, environment: string, keys: readonly RowKey[]): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  const times = keys.map(({ occurredAt }) => occurredAt.getTime());
  const column = (read: (key: RowKey) => string) => sql.param(keys.map(read));
  const rows = await db
    .select(transactionColumns)
    .from(transaction)
    // One short search for each key: lists of values beside each other would be searched in all their combinations. The
    // bounds tell before the search which months it may lie in.
    .innerJoin(
      sql`unnest(${column((key) => key.merchantId)}::uuid[], ${column((key) => key.occurredAt.toISOString())}::timestamptz[],
        ${column((key) => key.id)}::text[]) as key(merchant_id, occurred_at, id)`,
      sql`${transaction.environment} = ${environment} and ${transaction.merchantId} = key.merchant_id
        and ${transaction.occurredAt} = key.occurred_at and ${transaction.id} = key.id
        and ${between(transaction.occurredAt, new Date(Math.min(...times)), new Date(Math.max(...times)))}`,
    );
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.flatMap((key) => byName.get(nameOf(key)) ?? []);
}

function nameOf({ merchantId, occurredAt, id }: RowKey): string {
  return `${merchantId} ${occurredAt.getTime()} ${id}`;
}
