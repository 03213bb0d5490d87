import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { transaction } from "./schema/transaction.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

export type RowKey = { merchantId: string; occurredAt: Date; id: string };

/** The rows of the keys, in their order; only their months are looked into. Rows that went meanwhile are left out. */
export async function fetchRows(db: Queryable, environment: string, keys: readonly RowKey[]): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  const times = new Map(keys.map(({ occurredAt }) => [occurredAt.getTime(), occurredAt]));
  const rows = await db
    .select(transactionColumns)
    .from(transaction)
    .where(
      and(
        eq(transaction.environment, environment),
        inArray(transaction.merchantId, [...new Set(keys.map(({ merchantId }) => merchantId))]),
        inArray(transaction.occurredAt, [...times.values()]),
        inArray(transaction.id, [...new Set(keys.map(({ id }) => id))]),
      ),
    );
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.flatMap((key) => byName.get(nameOf(key)) ?? []);
}

function nameOf({ merchantId, occurredAt, id }: RowKey): string {
  return `${merchantId} ${occurredAt.getTime()} ${id}`;
}
