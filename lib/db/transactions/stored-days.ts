import { and, between, eq, lt, sql } from "drizzle-orm";
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

/** The ids of rows whose content was read before an instant. */
export function listStoredKeys(db: Queryable, { readBefore, ...days }: StoredDays & { readBefore: Date }) {
  return db
    .select({
      id: transaction.id,
      day: transaction.day,
      occurredAt: transaction.occurredAt,
      accountNumber: transaction.accountNumber,
    })
    .from(transaction)
    .where(and(within(days), lt(transaction.readAt, readBefore)));
}
