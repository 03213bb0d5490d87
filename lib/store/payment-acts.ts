import { and, eq, inArray, like } from "drizzle-orm";
import { withProvenCommit } from "./client-transaction.ts";
import type { Database, Queryable, Transaction } from "./open-store.ts";
import { paymentAct } from "./schema/payment.ts";

export type PaymentActRow = typeof paymentAct.$inferSelect;
export type ActState = "sending" | "unknown" | "done" | "failed";
export type ActKey = { merchantId: string; act: string; key: string };

/** Stores an act under its key. Undefined when the key is taken; waits for a transaction that is just taking it. */
export async function insertAct(db: Queryable, row: typeof paymentAct.$inferInsert): Promise<PaymentActRow | undefined> {
  const [saved] = await db.insert(paymentAct).values(row).onConflictDoNothing().returning();
  return saved;
}

export async function findAct(db: Queryable, { merchantId, act, key }: ActKey): Promise<PaymentActRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentAct)
    .where(and(eq(paymentAct.merchantId, merchantId), eq(paymentAct.act, act), eq(paymentAct.key, key)));
  return row;
}

/**
 * Commits an act before anything of it is sent. Without an answer to COMMIT it counts only when a new connection finds the
 * act under its key; else CommitUnknownError. Undefined when `work` did not take the key.
 */
export function commitIntent<Intent extends { act: PaymentActRow }>(
  db: Database,
  work: (tx: Transaction) => Promise<Intent | undefined>,
): Promise<Intent | undefined> {
  return withProvenCommit(db, work, async (fresh, intent) => {
    return intent === undefined || (await findAct(fresh, intent.act))?.id === intent.act.id;
  });
}

/** Writes down how an open act ended. A settled one stays as it is: false. */
export async function settleAct(
  db: Queryable,
  { id, state, problem, at }: { id: string; state: ActState; problem?: unknown; at: Date },
): Promise<boolean> {
  const rows = await db
    .update(paymentAct)
    .set({ state, problem, updatedAt: at })
    .where(and(eq(paymentAct.id, id), inArray(paymentAct.state, ["sending", "unknown"])))
    .returning({ id: paymentAct.id });
  return rows.length > 0;
}

/** Cancellations and reversals of a payment whose outcome is open. */
export function listOpenActs(db: Queryable, paymentId: string): Promise<PaymentActRow[]> {
  return db
    .select()
    .from(paymentAct)
    .where(and(eq(paymentAct.paymentId, paymentId), inArray(paymentAct.state, ["sending", "unknown"])));
}

/** Whether a reversal of the payment was or may have been done. */
export async function hasReversal(db: Queryable, paymentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: paymentAct.id })
    .from(paymentAct)
    .where(
      and(
        eq(paymentAct.paymentId, paymentId),
        like(paymentAct.act, "reversal:%"),
        inArray(paymentAct.state, ["sending", "unknown", "done"]),
      ),
    )
    .limit(1);
  return row !== undefined;
}
