import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../connection/open-store.ts";
import { moneyReturned } from "../schema/payment.ts";

type Returned = Omit<typeof moneyReturned.$inferInsert, "id" | "at">;

/**
 * Records an amount that is about to be returned. Returns the larger of two sums over the last 24 hours including it,
 * in its currency: what this staff member returned, and what was returned of this payment. Other requests of the staff
 * member wait for the commit; the caller must lock the payment's row if several staff members may change it.
 */
export async function countMoneyReturned(tx: Transaction, returned: Returned): Promise<number> {
  const { environment, staffId, target, currency } = returned;
  await tx.execute(sql`select pg_advisory_xact_lock(4242031, hashtext(${staffId}))`);
  const isLastDay = sql`${moneyReturned.at} > now() - interval '24 hours'`;
  await tx.delete(moneyReturned).where(and(eq(moneyReturned.staffId, staffId), sql`not (${isLastDay})`));
  await tx.insert(moneyReturned).values(returned);
  const sumOf = (condition: ReturnType<typeof eq>) =>
    tx
      .select({ minor: sql<number>`coalesce(sum(${moneyReturned.amountMinor}), 0)`.mapWith(Number) })
      .from(moneyReturned)
      .where(and(condition, eq(moneyReturned.environment, environment), eq(moneyReturned.currency, currency), isLastDay));
  const [byPerson] = await sumOf(eq(moneyReturned.staffId, staffId));
  const [ofTarget] = await sumOf(eq(moneyReturned.target, target));
  return Math.max(byPerson?.minor ?? 0, ofTarget?.minor ?? 0);
}
