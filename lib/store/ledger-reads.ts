import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { merchant } from "./schema/merchant.ts";
import { retention } from "./schema/retention.ts";
import { ledgerLease, ledgerRead } from "./schema/transaction.ts";

/** Days of a merchant's ledger that were read; `readAt` is when that reading began. */
export type LedgerRead = typeof ledgerRead.$inferSelect;

/** `isForgotten`: retention removed them, and nobody reads them again. */
export type KnownDays = LedgerRead & { isForgotten: boolean };

export function listLedgerReads(db: Queryable, merchantId: string): Promise<KnownDays[]> {
  return listLedgerReadsOf(db, [merchantId]);
}

/** Those of several merchants. */
export async function listLedgerReadsOf(db: Queryable, merchantIds: readonly string[]): Promise<KnownDays[]> {
  if (merchantIds.length === 0) return [];
  const ids = [...merchantIds];
  const read = db
    .select({ ...getTableColumns(ledgerRead), isForgotten: sql<boolean>`false` })
    .from(ledgerRead)
    .where(inArray(ledgerRead.merchantId, ids));
  const forgotten = db
    .select({
      merchantId: merchant.id,
      fromDay: sql<string>`'0001-01-01'`,
      toDay: sql<string>`(${retention.keptFrom} - 1)::text`,
      readAt: sql<Date>`now()`,
      isComplete: sql<boolean>`true`,
      withoutAccount: sql<boolean>`false`,
      isForgotten: sql<boolean>`true`,
    })
    .from(retention)
    .innerJoin(merchant, eq(merchant.environment, retention.environment))
    .where(and(eq(retention.kind, "transactions"), isNotNull(retention.keptFrom), inArray(merchant.id, ids)));
  return read.unionAll(forgotten).orderBy(asc(ledgerRead.fromDay));
}

/** Remembers a reading and forgets older ones that lie within it; one that was not complete leaves those that were. */
export async function saveLedgerRead(db: Queryable, read: typeof ledgerRead.$inferInsert): Promise<void> {
  await db
    .delete(ledgerRead)
    .where(
      and(
        eq(ledgerRead.merchantId, read.merchantId),
        gte(ledgerRead.fromDay, read.fromDay),
        lte(ledgerRead.toDay, read.toDay),
        lte(ledgerRead.readAt, read.readAt),
        read.isComplete === false ? eq(ledgerRead.isComplete, false) : undefined,
      ),
    );
  await db.insert(ledgerRead).values(read).onConflictDoNothing();
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
