import { and, eq, inArray, like, ne, sql } from "drizzle-orm";
import { withProvenCommit } from "../connection/client-transaction.ts";
import type { Database, Queryable, Transaction } from "../connection/open-store.ts";
import { paymentOperation } from "../schema/payment.ts";

export type PaymentOperationRow = typeof paymentOperation.$inferSelect;
export type OperationState = "sending" | "unknown" | "done" | "failed";
export type OperationKey = { merchantId: string; act: string; key: string };

/** Stores an operation under its key. Undefined when the key exists; waits for a concurrent transaction with the same key. */
export async function insertOperation(
  db: Queryable,
  row: typeof paymentOperation.$inferInsert,
): Promise<PaymentOperationRow | undefined> {
  const [saved] = await db.insert(paymentOperation).values(row).onConflictDoNothing().returning();
  return saved;
}

export async function findOperation(
  db: Queryable,
  { merchantId, act, key }: OperationKey,
): Promise<PaymentOperationRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentOperation)
    .where(and(eq(paymentOperation.merchantId, merchantId), eq(paymentOperation.act, act), eq(paymentOperation.key, key)));
  return row;
}

/**
 * Commits an operation before anything of it is sent. If COMMIT gets no response, it succeeds only when a new
 * connection finds the operation under its key; otherwise it throws CommitUnknownError. Undefined when `work` did not
 * claim the key.
 */
export function commitIntent<Intent extends { act: PaymentOperationRow }>(
  db: Database,
  work: (tx: Transaction) => Promise<Intent | undefined>,
): Promise<Intent | undefined> {
  return withProvenCommit(db, work, async (fresh, intent) => {
    return intent === undefined || (await findOperation(fresh, intent.act))?.id === intent.act.id;
  });
}

type Finished = {
  id: string;
  state: OperationState;
  problem?: unknown;
  at: Date;
  /** Only while it has one of these states; false is returned otherwise. */
  from?: readonly OperationState[];
};

/** Saves the outcome of an open operation. False when it was already finished, which changes nothing. */
export async function finishOperation(
  db: Queryable,
  { id, state, problem, at, from = ["sending", "unknown"] }: Finished,
): Promise<boolean> {
  const rows = await db
    .update(paymentOperation)
    .set({ state, problem, updatedAt: at })
    .where(and(eq(paymentOperation.id, id), inArray(paymentOperation.state, [...from])))
    .returning({ id: paymentOperation.id });
  return rows.length > 0;
}

/** Whether anybody ever created a payment in the environment; those of the sandbox's history were created by nobody. */
export async function hasCreatedPayment(db: Queryable, environment: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from merchant join payment_operation on payment_operation.merchant_id = merchant.id
      where merchant.environment = ${environment} and payment_operation.act = 'create') as found`);
  return rows[0]?.found ?? false;
}

/** Cancellations and reversals of a payment with an open outcome. */
export function listOpenOperations(db: Queryable, paymentId: string): Promise<PaymentOperationRow[]> {
  return db
    .select()
    .from(paymentOperation)
    .where(and(eq(paymentOperation.paymentId, paymentId), inArray(paymentOperation.state, ["sending", "unknown"])));
}

/** The reversal of the payment that was or may have been processed; not that of the key `except`. */
export async function findReversal(
  db: Queryable,
  paymentId: string,
  { except }: { except?: string } = {},
): Promise<PaymentOperationRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentOperation)
    .where(
      and(
        eq(paymentOperation.paymentId, paymentId),
        like(paymentOperation.act, "reversal:%"),
        inArray(paymentOperation.state, ["sending", "unknown", "done"]),
        except === undefined ? undefined : ne(paymentOperation.key, except),
      ),
    )
    .limit(1);
  return row;
}
