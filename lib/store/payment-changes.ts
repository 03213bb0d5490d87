import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { publishLive } from "./live.ts";
import type { Database, Queryable } from "./open-store.ts";
import type { NewPayment, PaymentRow } from "./payments.ts";
import { payment, paymentEvent } from "./schema/payment.ts";

type Source = "staff" | "gateway" | "desk";

/** Which states may become this one: an answer heard late never takes a payment back. */
const allowedFrom: Record<string, readonly string[]> = {
  unknown: ["sending"],
  in_progress: ["sending", "unknown"],
  success: ["sending", "unknown", "in_progress"],
  failed: ["sending", "unknown", "in_progress"],
  rejected: ["sending", "unknown", "in_progress"],
  canceled: ["sending", "unknown", "in_progress"],
  reversed: ["sending", "unknown", "in_progress", "success"],
};

/** What was taken for proven not to have happened, and turns up against all proof, is true again. */
export const isDisproven = sql<boolean>`${payment.status} = 'failed' and ${payment.problem}->>'code' = 'payment_not_taken'`;

/** Stores an intent before anything is sent. Undefined when the terminal already knows this reference. */
export async function insertPayment(db: Queryable, row: NewPayment): Promise<PaymentRow | undefined> {
  const [saved] = await db.insert(payment).values(row).onConflictDoNothing().returning();
  if (!saved) return undefined;
  await recordPaymentEvent(db, { payment: saved, source: "staff", at: saved.createdAt });
  return saved;
}

export type PaymentChange = {
  id: string;
  status: string;
  at: Date;
  source: Source;
  note?: string;
  set?: Partial<Pick<NewPayment, "gatewayPaymentId" | "sealedRecord" | "problem">>;
};

/**
 * Moves a payment to a state, with its event and its live event, all or nothing. In the same state only `set` is
 * stored; a step back changes nothing. Answers the row as it is then.
 */
export async function changePayment(db: Database, change: PaymentChange): Promise<PaymentRow | undefined> {
  return db.transaction(async (tx) => {
    const { id, status, at } = change;
    const set = toColumns(change.set ?? {});
    const [moved] = await tx
      .update(payment)
      .set({ ...(status === "failed" ? {} : { problem: null }), ...set, status, updatedAt: at })
      .where(and(eq(payment.id, id), mayBecome(status)))
      .returning();
    if (moved) {
      await recordPaymentEvent(tx, { payment: moved, source: change.source, note: change.note, at });
      return moved;
    }
    const isSame = and(eq(payment.id, id), eq(payment.status, status));
    if (Object.keys(set).length > 0) await tx.update(payment).set(set).where(isSame);
    const [row] = await tx.select().from(payment).where(eq(payment.id, id));
    return row;
  });
}

function mayBecome(status: string): SQL | undefined {
  const usual = inArray(payment.status, [...(allowedFrom[status] ?? [])]);
  return status === "unknown" || status === "failed" ? usual : or(usual, isDisproven);
}

/** A payment keeps the gateway id it was given first, whatever a later answer calls itself. */
function toColumns({ gatewayPaymentId, ...set }: NonNullable<PaymentChange["set"]>) {
  if (gatewayPaymentId === undefined) return set;
  return { ...set, gatewayPaymentId: sql`coalesce(${payment.gatewayPaymentId}, ${gatewayPaymentId})` };
}

type NewEvent = {
  payment: Pick<PaymentRow, "id" | "status" | "environment" | "merchantId">;
  source: Source;
  note?: string;
  at: Date;
};

/** Writes one line of a payment's timeline and tells open screens. */
export async function recordPaymentEvent(db: Queryable, { payment: row, source, note, at }: NewEvent): Promise<void> {
  await db.insert(paymentEvent).values({ paymentId: row.id, status: row.status, source, note: note ?? null, at });
  const data = { paymentId: row.id, status: row.status };
  await publishLive(db, { environment: row.environment, merchantId: row.merchantId, type: "payment", data });
}

/** Holds the payment's row until the transaction ends, so that what is decided on it stays true. */
export async function lockPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payment).where(eq(payment.id, id)).for("update");
  return row;
}

/** Refunds of a payment that were or may have been done. Only sure when its row is locked. */
export async function sumRefunds(db: Queryable, originalId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${payment.amountMinor}), 0)::bigint` })
    .from(payment)
    .where(and(eq(payment.originalId, originalId), sql`${payment.status} not in ('failed', 'rejected', 'canceled')`));
  return row?.sum ?? 0;
}
