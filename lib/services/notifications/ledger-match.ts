import { and, eq, sql } from "drizzle-orm";
import type { DeliveryRow } from "../../store/notifications.ts";
import type { Database } from "../../store/open-store.ts";
import { transaction } from "../../store/schema/transaction.ts";

type Match = { reference: string; matchedBy: string };

const withinMs = 48 * 3_600_000;

/**
 * The ledger row this notification is about: by IPC_Trnref as payment reference, else by order with equal amount and
 * currency within 48 hours (issue 3.4). Null when the mirrored rows cannot tell.
 */
export async function findLedgerMatch(db: Database, row: DeliveryRow): Promise<Match | null> {
  if (row.verdict !== "valid") return null;
  return (await byTrnref(db, row)) ?? (await byOrder(db, row)) ?? null;
}

async function byTrnref(db: Database, { merchantId, trnref }: DeliveryRow): Promise<Match | undefined> {
  if (trnref === null) return undefined;
  const [found] = await db
    .select({ reference: transaction.reference })
    .from(transaction)
    .where(and(eq(transaction.merchantId, merchantId), eq(transaction.reference, trnref)))
    .limit(1);
  return found?.reference ? { reference: found.reference, matchedBy: "IPC_Trnref is the payment reference" } : undefined;
}

async function byOrder(
  db: Database,
  { merchantId, orderId, amountMinor, currency, receivedAt }: DeliveryRow,
): Promise<Match | undefined> {
  if (orderId === null || amountMinor === null || currency === null) return undefined;
  const [from, to] = [-withinMs, withinMs].map((ms) => new Date(receivedAt.getTime() + ms));
  const [found] = await db
    .select({ reference: transaction.reference })
    .from(transaction)
    .where(
      and(
        eq(transaction.merchantId, merchantId),
        eq(transaction.referenceNumber, orderId),
        eq(transaction.amountMinor, amountMinor),
        eq(transaction.currency, currency),
        sql`${transaction.occurredAt} between ${from} and ${to}`,
      ),
    )
    .limit(1);
  return found?.reference
    ? { reference: found.reference, matchedBy: "Order, amount and currency are equal within 48 hours" }
    : undefined;
}
