import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { PaymentRow } from "../payments/payments.ts";
import { payment, paymentEvent, paymentOperation } from "../schema/payment.ts";
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

/** The stored payment with this reference at the terminal. */
export async function findByReference(db: Queryable, reference: Reference): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payment).where(hasReference(reference));
  return row;
}

/**
 * The stored payment that the gateway's one is, by its number there or by its reference. `isOurs`: no other payment has this
 * reference; under any other reference one with another number is another payment.
 */
export async function findStored(
  db: Queryable,
  { gatewayPaymentId, isOurs, ...reference }: Reference & { gatewayPaymentId: string; isOurs: boolean },
): Promise<PaymentRow | undefined> {
  const isNamed = hasReference(reference);
  const isNumbered = and(eq(payment.environment, reference.environment), eq(payment.gatewayPaymentId, gatewayPaymentId));
  const isSame = or(isNumbered, isOurs ? isNamed : and(isNamed, isNull(payment.gatewayPaymentId)));
  const rows = await db.select().from(payment).where(isSame);
  return rows.find((row) => row.gatewayPaymentId === gatewayPaymentId) ?? rows[0];
}

/**
 * Which of these payments were read in after a restore: nobody sent them from this database. The value: whether the terminal's
 * list had several under the reference.
 */
export async function findReadIn(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (ids.length === 0) return new Map();
  const { paymentId, status, note } = paymentEvent;
  const rows = await db
    .select({
      id: paymentId,
      isSent: sql<boolean>`bool_or(${status} = 'sending')`,
      isShared: sql<boolean>`coalesce(bool_or(${note}->>'reason' = 'found_several_after_restore'), false)`,
    })
    .from(paymentEvent)
    .where(inArray(paymentId, [...ids]))
    .groupBy(paymentId);
  const eventsOf = new Map(rows.map((row) => [row.id, row]));
  const readIn = ids.filter((id) => !eventsOf.get(id)?.isSent);
  return new Map(readIn.map((id) => [id, eventsOf.get(id)?.isShared ?? false]));
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
