import { and, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { ledgerRead } from "../schema/transaction.ts";

/** Forgets that earlier days were read: they must be read again when needed. */
export async function deleteOldReads(
  db: Queryable,
  { environment, keptFrom }: { environment: string; keptFrom: string },
): Promise<void> {
  const merchants = db.select({ id: merchant.id }).from(merchant).where(eq(merchant.environment, environment));
  const isOld = and(inArray(ledgerRead.merchantId, merchants), lt(ledgerRead.fromDay, keptFrom));
  const across = await db
    .select()
    .from(ledgerRead)
    .where(and(isOld, gte(ledgerRead.toDay, keptFrom)));
  await db.delete(ledgerRead).where(isOld);
  for (const read of across) {
    await db
      .insert(ledgerRead)
      .values({ ...read, fromDay: keptFrom })
      .onConflictDoUpdate({
        target: [ledgerRead.merchantId, ledgerRead.fromDay, ledgerRead.toDay, ledgerRead.isComplete],
        set: { readAt: sql`greatest(${ledgerRead.readAt}, excluded.read_at)` },
      });
  }
}

/** Has background sync read the days before `keptFrom` again, of archived merchants once they are restored. */
export async function reopenOldDays(db: Queryable, place: { environment: string; keptFrom: string }): Promise<void> {
  const { environment } = place;
  await deleteOldReads(db, place);
  await db
    .update(ledgerSync)
    .set({ historyReadAt: null, historyDueAt: sql`now()`, historyFailures: 0 })
    .where(and(eq(ledgerSync.environment, environment), isNotNull(ledgerSync.historyReadAt)));
  await db
    .update(merchant)
    .set({ archivedSync: sql`${merchant.archivedSync} || '{"historyReadAt": null}'` })
    .where(and(eq(merchant.environment, environment), isNotNull(merchant.archivedSync)));
}
