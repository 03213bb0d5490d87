import { and, asc, between, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { ledgerLease, ledgerRead, transaction } from "./schema/transaction.ts";

/** Days of a merchant's ledger that were read completely; `readAt` is when that reading began. */
export type LedgerRead = typeof ledgerRead.$inferSelect;

export function listLedgerReads(db: Queryable, merchantId: string): Promise<LedgerRead[]> {
  return db.select().from(ledgerRead).where(eq(ledgerRead.merchantId, merchantId)).orderBy(asc(ledgerRead.fromDay));
}

/** Those of several merchants. */
export async function listLedgerReadsOf(db: Queryable, merchantIds: readonly string[]): Promise<LedgerRead[]> {
  if (merchantIds.length === 0) return [];
  return db
    .select()
    .from(ledgerRead)
    .where(inArray(ledgerRead.merchantId, [...merchantIds]));
}

/** Remembers a complete reading and forgets older ones that lie within it. */
export async function saveLedgerRead(db: Queryable, read: LedgerRead): Promise<void> {
  await db
    .delete(ledgerRead)
    .where(
      and(
        eq(ledgerRead.merchantId, read.merchantId),
        gte(ledgerRead.fromDay, read.fromDay),
        lte(ledgerRead.toDay, read.toDay),
        lte(ledgerRead.readAt, read.readAt),
      ),
    );
  await db.insert(ledgerRead).values(read).onConflictDoNothing();
}

/** How many rows of these days are stored; an empty account means all. */
export async function countLedgerRows(
  db: Queryable,
  { merchantId, account, fromDay, toDay }: { merchantId: string; account: string; fromDay: string; toDay: string },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(transaction)
    .where(
      and(
        eq(transaction.merchantId, merchantId),
        account === "" ? undefined : eq(transaction.accountNumber, account),
        between(transaction.day, fromDay, toDay),
      ),
    );
  return row?.count ?? 0;
}

type Lease = { merchantId: string; holder: string; lifeMs: number };

/** True when `holder` now reads this merchant's ledger; repeating it keeps the lease. By the database's clock. */
export async function takeLedgerLease(db: Queryable, { merchantId, holder, lifeMs }: Lease): Promise<boolean> {
  const until = sql`now() + ${lifeMs} * interval '1 millisecond'`;
  const rows = await db
    .insert(ledgerLease)
    .values({ merchantId, holder, until })
    .onConflictDoUpdate({
      target: ledgerLease.merchantId,
      set: { holder, until },
      setWhere: sql`${ledgerLease.holder} = ${holder} or ${ledgerLease.until} < now()`,
    })
    .returning({ holder: ledgerLease.holder });
  return rows.length > 0;
}

export async function dropLedgerLease(db: Queryable, { merchantId, holder }: Omit<Lease, "lifeMs">): Promise<void> {
  await db.delete(ledgerLease).where(and(eq(ledgerLease.merchantId, merchantId), eq(ledgerLease.holder, holder)));
}
