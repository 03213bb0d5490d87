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
