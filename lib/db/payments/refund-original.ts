import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../connection/open-store.ts";
import { payment } from "../schema/payment.ts";

type Refund = { environment: string; terminalId: string; referenceNumber: string };

/** The gateway's id of the payment that a refund taken from here gives back. */
export async function findRefundOriginal(db: Queryable, refund: Refund): Promise<string | undefined> {
  const original = alias(payment, "original");
  const [row] = await db
    .select({ id: original.gatewayPaymentId })
    .from(payment)
    .innerJoin(original, eq(original.id, payment.originalId))
    .where(
      and(
        eq(payment.environment, refund.environment),
        eq(payment.terminalId, refund.terminalId),
        eq(payment.referenceNumber, refund.referenceNumber),
      ),
    );
  return row?.id ?? undefined;
}
