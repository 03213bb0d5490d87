import { and, desc, eq, isNotNull, max } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { payment } from "../schema/payment.ts";

const paymentsLookedAt = 500;
const terminalsMax = 12;

/** Terminals of a merchant's latest payments that the gateway accepted, newest first. */
export async function listUsedTerminals(db: Queryable, merchantId: string): Promise<string[]> {
  const { terminalId, createdAt, gatewayPaymentId } = payment;
  const latest = db
    .select({ terminalId, createdAt, gatewayPaymentId })
    .from(payment)
    .where(eq(payment.merchantId, merchantId))
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(paymentsLookedAt)
    .as("latest");
  const rows = await db
    .select({ terminalId: latest.terminalId })
    .from(latest)
    .where(isNotNull(latest.gatewayPaymentId))
    .groupBy(latest.terminalId)
    .orderBy(desc(max(latest.createdAt)), latest.terminalId)
    .limit(terminalsMax);
  return rows.map((row) => row.terminalId);
}

/** Whether the gateway ever accepted a payment of the merchant for this terminal. */
export async function hasTakenPayments(
  db: Queryable,
  { environment, merchantId, terminalId }: { environment: string; merchantId: string; terminalId: string },
): Promise<boolean> {
  const isAtTerminal = and(eq(payment.environment, environment), eq(payment.terminalId, terminalId));
  const [row] = await db
    .select({ id: payment.id })
    .from(payment)
    .where(and(isAtTerminal, eq(payment.merchantId, merchantId), isNotNull(payment.gatewayPaymentId)))
    .limit(1);
  return row !== undefined;
}
