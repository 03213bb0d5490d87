import { and, between, eq, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";

export type StoredDays = { merchantId: string; fromDay: string; toDay: string };

function within({ merchantId, fromDay, toDay }: StoredDays) {
  return and(eq(transaction.merchantId, merchantId), between(transaction.day, fromDay, toDay));
}

/** Count and sum of the rows themselves, for each day and currency. */
export function sumStoredDays(db: Queryable, days: StoredDays) {
  return db
    .select({
      day: transaction.day,
      currency: transaction.currency,
      rows: sql<number>`count(*)::int`,
      sumMinor: sql<string>`coalesce(sum(${transaction.amountMinor}), 0)::text`,
    })
    .from(transaction)
    .where(within(days))
    .groupBy(transaction.day, transaction.currency);
}

/** The ids of the rows, and when their content was read. */
export function listStoredKeys(db: Queryable, days: StoredDays) {
  return db
    .select({
      id: transaction.id,
      day: transaction.day,
      occurredAt: transaction.occurredAt,
      occurredAtText: transaction.occurredAtText,
      readAt: transaction.readAt,
      accountNumber: transaction.accountNumber,
    })
    .from(transaction)
    .where(within(days));
}
