import { sumGivenBack } from "#lib/core/given-back.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import { isReversal, isSale } from "#lib/core/transaction-types.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { findGivenBack, type SaleRow } from "#lib/db/transactions/given-back.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { markNotified } from "../notifications/reconciliation/mark-notified.ts";
import type { RowMarks } from "./to-transaction.ts";

/** Whether transactions were notified, and what was given back of sales, in the rows' order: one state in lists and on pages. */
export async function markRows(ctx: Pick<ServiceContext, "db" | "clock">, rows: readonly TransactionRow[]): Promise<RowMarks[]> {
  const [notified, givenBack] = await Promise.all([markNotified(ctx, rows), markGivenBack(ctx.db, rows)]);
  return rows.map((row, index) => ({ notified: notified[index], ...givenBack.get(row) }));
}

type BackMarks = Pick<RowMarks, "givenBack" | "openRefund" | "openReversal">;

/** What was given back of the sales among the rows, and what may be. */
export async function markGivenBack(db: Queryable, rows: readonly TransactionRow[]) {
  return new Map([...(await findBack(db, rows))].map(([sale, { marks }]) => [sale, marks]));
}

/**
 * The same, with the id of the booking that reversed a sale, where the database has it, and `elsewhere`: what was given back without
 * the refunds that were sent from here.
 */
export async function findBack(db: Queryable, rows: readonly TransactionRow[]) {
  const sales = rows.filter(isSale);
  const { bookings, payments } = await findGivenBack(db, sales);
  const bookingsOf = Map.groupBy(bookings, ({ merchantId, reference }) => `${merchantId} ${reference}`);
  const paymentOf = new Map(payments.flatMap((payment) => recordedKeysOf(payment).map((key) => [key, payment])));
  const marks = sales.map((sale): [TransactionRow, Back] => {
    const same = bookingsOf.get(`${sale.merchantId} ${sale.reference}`) ?? [];
    const booked = sumGivenBack(toBooking(sale), same.map(toBooking));
    const taken = paymentOf.get(saleKeyOf(sale));
    const givenBack = withPayment(booked, taken);
    const marks = {
      ...(givenBack && { givenBack }),
      ...(taken?.openRefund && { openRefund: taken.openRefund }),
      ...(taken?.openReversal && { openReversal: taken.openReversal }),
    };
    const elsewhere = taken ? sumGivenBack(toBooking(sale), withoutSent(same, taken).map(toBooking)) : booked;
    return [sale, { marks, elsewhere, reversalId: givenBack?.isReversed ? findReversalId(sale, same) : undefined }];
  });
  return new Map(marks);
}

type Back = { marks: BackMarks; elsewhere: RowMarks["givenBack"]; reversalId: string | undefined };

/** A refund sent from here is recognised by its reference, or by its amount where the gateway books it without one. */
function withoutSent(bookings: readonly BackBooking[], { sentRefunds }: Taken): BackBooking[] {
  const sent = [...sentRefunds];
  return bookings.filter(({ referenceNumber, amountMinor, sign }) => {
    const index = sent.findIndex((refund) =>
      referenceNumber === null
        ? sign === "debit" && Math.abs(amountMinor ?? 0) === refund.amountMinor
        : referenceNumber === refund.referenceNumber,
    );
    if (index >= 0) sent.splice(index, 1);
    return index < 0;
  });
}

type BackBooking = Awaited<ReturnType<typeof findGivenBack>>["bookings"][number];

/** The last one, where several reversed parts of it. */
function findReversalId({ currency }: TransactionRow, bookings: readonly BackBooking[]): string | undefined {
  return bookings
    .filter((booking) => isReversal(booking.type) && booking.sign === "debit" && booking.currency === currency)
    .toSorted((left, right) => left.occurredAt.getTime() - right.occurredAt.getTime())
    .at(-1)?.id;
}

type Taken = Awaited<ReturnType<typeof findGivenBack>>["payments"][number];

/** Refunds taken from here may be among those booked, so the larger sum counts. */
function withPayment(booked: RowMarks["givenBack"], payment: Taken | undefined): RowMarks["givenBack"] {
  if (!payment) return booked;
  const isReversed = payment.isReversed || booked?.isReversed === true;
  const refundedMinor = Math.max(payment.refundedMinor, booked?.refundedMinor ?? 0);
  if (!booked && !isReversed && refundedMinor === 0) return undefined;
  const refunds = Math.max(payment.refunds, booked?.refunds ?? 0);
  const isBooked = isReversed ? booked?.isReversed : refundedMinor === 0 || (booked?.refundedMinor ?? 0) > 0;
  const { at, isTimeEstimated } = booked && isBooked ? booked : { at: payment.at.toISOString(), isTimeEstimated: undefined };
  return { ...booked, isReversed, refundedMinor, refunds, at, isTimeEstimated };
}

function toBooking<Row extends { occurredAt: Date; occurredAtText: string }>(row: Row) {
  return { ...row, occurredAt: row.occurredAt.toISOString(), ...markEstimated(row.occurredAtText) };
}

type Recorded = Omit<SaleRow, "reference" | "occurredAt" | "environment">;

/** Equal to one of `recordedKeysOf` the payment that a sale at a terminal records. */
function saleKeyOf({ merchantId, terminalId, referenceNumber, amountMinor, currency }: Recorded): string {
  return [merchantId, terminalId, referenceNumber, amountMinor, currency].join(" ");
}

/** Of a payment taken from here: its sale is recorded with or without the tip. */
function recordedKeysOf(payment: Recorded & { amountMinor: number; tipMinor: number }): string[] {
  return recordedAmounts(payment).map((amountMinor) => saleKeyOf({ ...payment, amountMinor }));
}
