import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { payment, paymentCheck } from "../schema/payment.ts";

export type PaymentCheckRow = typeof paymentCheck.$inferSelect;

/** Oldest first. */
export function listChecks(db: Queryable, paymentId: string): Promise<PaymentCheckRow[]> {
  return db.select().from(paymentCheck).where(eq(paymentCheck.paymentId, paymentId)).orderBy(asc(paymentCheck.id));
}

/**
 * Saves a check. An inconclusive one with the same reason as the last only updates its time; of consecutive complete
 * ones only the first and the last are stored.
 */
export async function saveCheck(db: Database, check: Omit<PaymentCheckRow, "id">): Promise<void> {
  await db.transaction(async (tx) => {
    const [last, before] = await tx
      .select()
      .from(paymentCheck)
      .where(eq(paymentCheck.paymentId, check.paymentId))
      .orderBy(desc(paymentCheck.id))
      .limit(2)
      .for("update");
    const isSame = last?.isComplete === check.isComplete;
    const isRepeated = last && isSame && (check.isComplete ? before?.isComplete : last.note.message === check.note.message);
    if (isRepeated) await tx.update(paymentCheck).set({ at: check.at, note: check.note }).where(eq(paymentCheck.id, last.id));
    else await tx.insert(paymentCheck).values(check);
  });
}

/**
 * Which of the gateway's payments belong to payments taken here. One that was read in after a restore may be any of those, so it
 * clears no doubt.
 */
export async function findKnownGatewayIds(
  db: Queryable,
  { environment, ids }: { environment: string; ids: readonly string[] },
): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: payment.gatewayPaymentId })
    .from(payment)
    .where(and(eq(payment.environment, environment), inArray(payment.gatewayPaymentId, [...ids]), isNotNull(payment.createdBy)));
  return new Set(rows.map((row) => row.id));
}
