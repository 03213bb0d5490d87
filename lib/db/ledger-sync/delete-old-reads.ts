import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
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
