import { and, eq, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Message } from "#lib/core/text.ts";
import { coreText } from "#lib/core/texts.ts";
import { databaseNow } from "../connection/database-clock.ts";
import type { Database, Queryable, Transaction } from "../connection/open-store.ts";
import { publishLive } from "../events/events.ts";
import { payment, paymentEvent } from "../schema/payment.ts";
import type { NewPayment, PaymentRow } from "./payments.ts";

type Source = "staff" | "gateway" | "desk";

/** From which states each state may be entered: a late response never moves a payment back. */
const allowedFrom: Record<string, readonly string[]> = {
  unknown: ["sending"],
  in_progress: ["sending", "unknown"],
  success: ["sending", "unknown", "in_progress"],
  failed: ["sending", "unknown", "in_progress"],
  rejected: ["sending", "unknown", "in_progress"],
  canceled: ["sending", "unknown", "in_progress"],
  reversed: ["sending", "unknown", "in_progress", "success"],
};

/** A refund in one of these states returns no money. */
const freedStatuses: readonly string[] = ["failed", "rejected", "canceled"];

/** A payment that was confirmed as not processed, but may still turn up: then it changes to the gateway's state. */
export const isProvenFailed = sql<boolean>`${payment.status} = 'failed' and ${payment.problem}->>'code' = 'payment_not_taken'`;

/** Stores a payment before anything is sent. Undefined when the terminal already has this reference. */
export async function insertPayment(db: Queryable, row: NewPayment): Promise<PaymentRow | undefined> {
  const saved = await insertFoundPayment(db, row);
  if (saved) await recordPaymentEvent(db, { payment: saved, source: "staff", at: saved.createdAt });
  return saved;
}

/** The same of one that was found at the gateway: no event, since nobody here did anything with it. */
export async function insertFoundPayment(db: Queryable, row: NewPayment): Promise<PaymentRow | undefined> {
  const [saved] = await db.insert(payment).values(row).onConflictDoNothing().returning();
  return saved;
}

export type PaymentChange = {
  id: string;
  status: string;
  source: Source;
  note?: Message;
  set?: Partial<Pick<NewPayment, "gatewayPaymentId" | "sealedRecord" | "problem">>;
};

/**
 * Moves a payment to a state and records the event, all in one transaction. When the state is the same, only `set` is
 * stored; a step back changes nothing. Returns the resulting row.
 */
export function changePayment(db: Database, change: PaymentChange): Promise<PaymentRow | undefined> {
  return db.transaction((tx) => changePaymentIn(tx, change));
}

/** The same inside the caller's transaction. */
export async function changePaymentIn(tx: Transaction, change: PaymentChange): Promise<PaymentRow | undefined> {
  const { id, status } = change;
  const at = await databaseNow(tx);
  const set = toColumns(change.set ?? {});
  const [moved] = await tx
    .update(payment)
    .set({ ...(status === "failed" ? {} : { problem: null }), ...set, status, updatedAt: at })
    .where(and(eq(payment.id, id), mayBecome(status)))
    .returning();
  if (moved) {
    await recordPaymentEvent(tx, { payment: moved, source: change.source, note: change.note, at });
    return (await recordConflict(tx, moved, at)) ?? moved;
  }
  const isSame = and(eq(payment.id, id), eq(payment.status, status));
  if (Object.keys(set).length > 0) await tx.update(payment).set(set).where(isSame);
  const [row] = await tx.select().from(payment).where(eq(payment.id, id));
  return row;
}

/**
 * A payment that was confirmed as not processed may turn up after its amount was refunded again: checks the sum, and
 * when more was returned than paid, marks the payment and the moved row with a conflict. Returns the moved row then.
 */
async function recordConflict(tx: Transaction, moved: PaymentRow, at: Date): Promise<PaymentRow | undefined> {
  const mayExceed = moved.kind === "refund" ? !freedStatuses.includes(moved.status) : moved.status === "reversed";
  const original = mayExceed ? await lockPayment(tx, moved.originalId ?? moved.id) : undefined;
  if (!original) return undefined;
  const { currency } = original;
  const reversedMinor = original.status === "reversed" ? original.amountMinor : 0;
  const amountMinor = reversedMinor + (await sumRefunds(tx, original.id)) - original.amountMinor;
  if (amountMinor <= 0) return undefined;
  const note = coreText("refunds_exceed_payment", { amount: { amountMinor, currency } });
  const ids = [...new Set([original.id, moved.id])];
  const rows = await tx
    .update(payment)
    .set({ problem: { code: "conflict", ...note, rows: [] } })
    .where(inArray(payment.id, ids))
    .returning();
  for (const row of rows) await recordPaymentEvent(tx, { payment: row, source: "desk", note, at });
  return rows.find(({ id }) => id === moved.id);
}

function mayBecome(status: string): SQL | undefined {
  const usual = inArray(payment.status, [...(allowedFrom[status] ?? [])]);
  return status === "unknown" || status === "failed" ? usual : or(usual, isProvenFailed);
}

/** A payment keeps its first gateway id, whatever a later response contains. */
function toColumns({ gatewayPaymentId, ...set }: NonNullable<PaymentChange["set"]>) {
  if (gatewayPaymentId === undefined) return set;
  return { ...set, gatewayPaymentId: sql`coalesce(${payment.gatewayPaymentId}, ${gatewayPaymentId})` };
}

type NewEvent = {
  payment: Pick<PaymentRow, "id" | "status" | "environment" | "merchantId">;
  source: Source;
  note?: Message;
  at: Date;
};

/** Writes one event of a payment's timeline and publishes it to open pages. */
export async function recordPaymentEvent(db: Queryable, { payment: row, source, note, at }: NewEvent): Promise<void> {
  await db.insert(paymentEvent).values({ paymentId: row.id, status: row.status, source, note: note ?? null, at });
  const data = { paymentId: row.id, status: row.status };
  await publishLive(db, { environment: row.environment, merchantId: row.merchantId, type: "payment", data });
}

/** Locks the payment's row until the transaction ends, so that decisions based on it stay valid. */
export async function lockPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payment).where(eq(payment.id, id)).for("update");
  return row;
}

/** The sum of a payment's refunds that were or may have been processed. Reliable only while its row is locked. */
export async function sumRefunds(db: Queryable, originalId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${payment.amountMinor}), 0)::bigint` })
    .from(payment)
    .where(and(eq(payment.originalId, originalId), notInArray(payment.status, [...freedStatuses])));
  return row?.sum ?? 0;
}
