import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, lte, max, ne, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { retention } from "../schema/retention.ts";
import { ledgerCheckpoint } from "../schema/sync-run.ts";
import { ledgerLease, ledgerRead } from "../schema/transaction.ts";
import { reopenHistory } from "./ledger-sync.ts";

/** Days of a merchant's ledger that were read; `readAt` is when the reading began, `zone` the zone its times were read in. */
export type LedgerRead = typeof ledgerRead.$inferSelect;

/** `isForgotten`: retention removed these days, so they are never read again. */
export type KnownDays = LedgerRead & { isForgotten: boolean };

type InZone = { zone: string };

/** Days read in the zone in use; days read in another zone must be read again. */
export function listLedgerReads(db: Queryable, { merchantId, zone }: InZone & { merchantId: string }): Promise<KnownDays[]> {
  return listLedgerReadsOf(db, { merchantIds: [merchantId], zone });
}

/** The same for several merchants. */
export async function listLedgerReadsOf(
  db: Queryable,
  { merchantIds, zone }: InZone & { merchantIds: readonly string[] },
): Promise<KnownDays[]> {
  if (merchantIds.length === 0) return [];
  const ids = [...merchantIds];
  const read = db
    .select({ ...getTableColumns(ledgerRead), isForgotten: sql<boolean>`false` })
    .from(ledgerRead)
    .where(and(inArray(ledgerRead.merchantId, ids), eq(ledgerRead.zone, zone)));
  const forgotten = db
    .select({
      merchantId: merchant.id,
      fromDay: sql<string>`'0001-01-01'`,
      toDay: sql<string>`(${retention.keptFrom} - 1)::text`,
      readAt: sql<Date>`now()`,
      isComplete: sql<boolean>`true`,
      withoutAccount: sql<boolean>`false`,
      zone: sql<string>`${zone}::text`,
      isForgotten: sql<boolean>`true`,
    })
    .from(retention)
    .innerJoin(merchant, eq(merchant.environment, retention.environment))
    .where(and(eq(retention.kind, "transactions"), isNotNull(retention.keptFrom), inArray(merchant.id, ids)));
  return read.unionAll(forgotten).orderBy(asc(ledgerRead.fromDay));
}

/** Marks days as read in no zone: they must be read again in any zone. */
const noZone = "";

/**
 * Call before rows are read in a zone: forgets days read in another one, since their rows' times will change. The
 * caller must be the only reader of the merchant's ledger.
 */
export async function deleteOtherZones(db: Queryable, { merchantId, zone }: InZone & { merchantId: string }): Promise<void> {
  const forgotten = await db
    .update(ledgerRead)
    .set({ zone: noZone })
    .where(and(eq(ledgerRead.merchantId, merchantId), ne(ledgerRead.zone, zone), ne(ledgerRead.zone, noZone)))
    .returning({ zone: ledgerRead.zone });
  if (forgotten.length > 0) await reopenHistory(db, merchantId);
  await db.delete(ledgerCheckpoint).where(and(eq(ledgerCheckpoint.merchantId, merchantId), ne(ledgerCheckpoint.zone, zone)));
}

/** Whether any part of the ledger was read, in any zone. */
export async function hasLedgerReads(db: Queryable, merchantId: string): Promise<boolean> {
  const rows = await db.select({ day: ledgerRead.toDay }).from(ledgerRead).where(eq(ledgerRead.merchantId, merchantId)).limit(1);
  return rows.length > 0;
}

/** When the last completed reading of a day began; undefined when there was none. */
export async function findLastReadOfDay(
  db: Queryable,
  { merchantId, day }: { merchantId: string; day: string },
): Promise<Date | undefined> {
  const isOfDay = and(eq(ledgerRead.merchantId, merchantId), lte(ledgerRead.fromDay, day), gte(ledgerRead.toDay, day));
  const [row] = await db
    .select({ readAt: max(ledgerRead.readAt) })
    .from(ledgerRead)
    .where(isOfDay);
  return row?.readAt ?? undefined;
}

/** Saves a reading and removes older ones within it; an incomplete reading removes only incomplete ones. */
export async function saveLedgerRead(db: Queryable, read: typeof ledgerRead.$inferInsert): Promise<void> {
  await db
    .delete(ledgerRead)
    .where(
      and(
        eq(ledgerRead.merchantId, read.merchantId),
        or(
          ne(ledgerRead.zone, read.zone),
          and(
            gte(ledgerRead.fromDay, read.fromDay),
            lte(ledgerRead.toDay, read.toDay),
            lte(ledgerRead.readAt, read.readAt),
            read.isComplete === false ? eq(ledgerRead.isComplete, false) : undefined,
          ),
        ),
      ),
    );
  await db.insert(ledgerRead).values(read).onConflictDoNothing();
}

/**
 * Replaces a merchant's readings of a zone by what `merge` makes of them. The caller must be the only reader of the
 * merchant's ledger.
 */
export async function replaceLedgerReads(
  db: Database,
  { merchantId, zone }: InZone & { merchantId: string },
  merge: (reads: LedgerRead[]) => LedgerRead[],
): Promise<void> {
  await db.transaction(async (tx) => {
    // Only what was deleted here comes back: retention may cut readings at the same time.
    const reads = await tx
      .delete(ledgerRead)
      .where(and(eq(ledgerRead.merchantId, merchantId), eq(ledgerRead.zone, zone)))
      .returning();
    if (reads.length > 0) await tx.insert(ledgerRead).values(merge(reads)).onConflictDoNothing();
  });
}

type Lease = { merchantId: string; holder: string; lifeMs: number };

/** True when `holder` has the lease to read this merchant's ledger; repeating it renews the lease. By the database's clock. */
export async function acquireLedgerLease(db: Queryable, { merchantId, holder, lifeMs }: Lease): Promise<boolean> {
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
