import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Database, Queryable } from "./open-store.ts";
import { payment, paymentLook } from "./schema/payment.ts";

export type PaymentLookRow = typeof paymentLook.$inferSelect;

/** Oldest first. */
export function listLooks(db: Queryable, paymentId: string): Promise<PaymentLookRow[]> {
  return db.select().from(paymentLook).where(eq(paymentLook.paymentId, paymentId)).orderBy(asc(paymentLook.id));
}

/**
 * Writes down a look. One that proves nothing for the same reason as the last only moves that one's time, and of complete
 * ones that follow each other the first and the last are kept.
 */
export async function saveLook(db: Database, look: Omit<PaymentLookRow, "id">): Promise<void> {
  await db.transaction(async (tx) => {
    const [last, before] = await tx
      .select()
      .from(paymentLook)
      .where(eq(paymentLook.paymentId, look.paymentId))
      .orderBy(desc(paymentLook.id))
      .limit(2)
      .for("update");
    const isSame = last?.isComplete === look.isComplete;
    const isRepeated = last && isSame && (look.isComplete ? before?.isComplete : last.note === look.note);
    if (isRepeated) await tx.update(paymentLook).set({ at: look.at, note: look.note }).where(eq(paymentLook.id, last.id));
    else await tx.insert(paymentLook).values(look);
  });
}

/** Which of the gateway's payments this desk knows as its own. */
export async function findKnownGatewayIds(
  db: Queryable,
  { environment, ids }: { environment: string; ids: readonly string[] },
): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: payment.gatewayPaymentId })
    .from(payment)
    .where(and(eq(payment.environment, environment), inArray(payment.gatewayPaymentId, [...ids])));
  return new Set(rows.map((row) => row.id));
}
