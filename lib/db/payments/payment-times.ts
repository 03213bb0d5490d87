import { and, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { payment, paymentEvent } from "../schema/payment.ts";
import { epochMs } from "../settings/epoch.ts";
import type { PaymentRow } from "./payments.ts";

/** `succeededAt`: when we first learned of its success. */
export type SentPaymentRow = PaymentRow & { succeededAt: Date | undefined };

// Qualified by hand: a bare column would refer to the inner table.
const successMs = sql<number | null>`(
  select ${epochMs(sql`min(event.at)`)} from ${paymentEvent} event where event.payment_id = payment.id and event.status = 'success')`;

/** A merchant's payments of the last two days with one of these references. */
export async function listSentPayments(
  db: Queryable,
  { merchantId, references }: { merchantId: string; references: readonly string[] },
): Promise<SentPaymentRow[]> {
  const rows = await db
    .select({ ...getTableColumns(payment), successMs })
    .from(payment)
    .where(
      and(
        eq(payment.merchantId, merchantId),
        gt(payment.createdAt, sql`now() - interval '2 days'`),
        inArray(payment.referenceNumber, [...references]),
      ),
    );
  return rows.map(({ successMs: ms, ...row }) => ({ ...row, succeededAt: ms === null ? undefined : new Date(ms) }));
}
