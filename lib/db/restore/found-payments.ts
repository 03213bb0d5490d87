import { and, eq, gte, isNotNull, or, sql } from "drizzle-orm";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { PaymentRow } from "../payments/payments.ts";
import { payment, paymentOperation } from "../schema/payment.ts";
import { transaction } from "../schema/transaction.ts";
import { anyOfFields, isKnownBy } from "../search/identifiers.ts";
import { type TransactionRow, transactionColumns } from "../transactions/transactions.ts";

type Reference = Pick<PaymentRow, "environment" | "terminalId" | "referenceNumber">;

function hasReference({ environment, terminalId, referenceNumber }: Reference) {
  return and(
    eq(payment.environment, environment),
    eq(payment.terminalId, terminalId),
    eq(payment.referenceNumber, referenceNumber),
  );
}

/**
 * Payments that were read in from the gateway, with this reference in any form: no key of this database made them yet. One with
 * exactly this reference first.
 */
export async function listUnclaimed(
  db: Queryable,
  { merchantId, environment, terminalId, referenceNumber }: Reference & { merchantId: string },
): Promise<PaymentRow[]> {
  const value = normaliseIdentifier(referenceNumber);
  const isUnclaimed = sql`${payment.createdBy} is null and not exists (select from ${paymentOperation} o
    where o.payment_id = ${payment.id} and (o.act = 'create' or o.act like 'refund:%'))`;
  const rows = await db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.environment, environment),
        eq(payment.merchantId, merchantId),
        eq(payment.terminalId, terminalId),
        isKnownBy(payment.identifiers, anyOfFields(["referenceNumber"], [value])),
        isUnclaimed,
      ),
    );
  const isExact = (row: PaymentRow) => Number(row.referenceNumber === referenceNumber);
  return rows
    .filter((row) => normaliseIdentifier(row.referenceNumber) === value)
    .toSorted((one, other) => isExact(other) - isExact(one));
}

/** The stored payment that the gateway's one is, by its number there or by its reference. */
export async function findStored(
  db: Queryable,
  { gatewayPaymentId, ...reference }: Reference & { gatewayPaymentId: string | null },
): Promise<PaymentRow | undefined> {
  const isSame =
    gatewayPaymentId === null
      ? hasReference(reference)
      : or(
          hasReference(reference),
          and(eq(payment.environment, reference.environment), eq(payment.gatewayPaymentId, gatewayPaymentId)),
        );
  const [row] = await db.select().from(payment).where(isSame).limit(1);
  return row;
}

/** Every terminal that a payment of the merchant was ever sent to. */
export async function listPaymentTerminals(db: Queryable, merchantId: string): Promise<string[]> {
  const rows = await db.selectDistinct({ id: payment.terminalId }).from(payment).where(eq(payment.merchantId, merchantId));
  return rows.map(({ id }) => id);
}

/** Payments of a terminal that a refund may belong to. */
export function listOriginals(
  db: Queryable,
  { merchantId, terminalId, currency }: Pick<PaymentRow, "merchantId" | "terminalId" | "currency">,
): Promise<PaymentRow[]> {
  const ofTerminal = and(eq(payment.merchantId, merchantId), eq(payment.terminalId, terminalId));
  return db
    .select()
    .from(payment)
    .where(and(ofTerminal, eq(payment.kind, "payment"), eq(payment.currency, currency)));
}

/** Rows of the merchant's ledger since then that carry a payment's reference. */
export function listLedgerRows(
  db: Queryable,
  { environment, merchantId, since }: { environment: string; merchantId: string; since: Date },
): Promise<TransactionRow[]> {
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(
      and(
        eq(transaction.environment, environment),
        eq(transaction.merchantId, merchantId),
        gte(transaction.occurredAt, since),
        isNotNull(transaction.referenceNumber),
      ),
    );
}
