import { givenBackTypes, isChargeback, isHeldReversal, isReversalOrRelease } from "./transaction-types.ts";

/**
 * A payment whose notification was not answered OK counts as given back after this time: while a shop is asked for the
 * answer, its notification is stored as refused (docs/notifications.md, rule 27).
 */
export const moneyBackAfterMs = 10_000;

/**
 * What was given back of a sale. `isReversed`: all of it, by the gateway. `isHeld`: and the customer does not have it yet.
 * `refundedMinor`: refunds and partial reversals, and `refunds` how many. `chargedBackMinor`: what the customer's bank took back.
 * `at`: of the reversal, else of the last refund, else of the chargeback. `chargedBackAt`: missing where its time cannot be read.
 */
export type GivenBack = {
  isReversed: boolean;
  isHeld?: boolean | undefined;
  refundedMinor: number;
  refunds: number;
  chargedBackMinor?: number | undefined;
  at: string;
  isTimeEstimated?: true | undefined;
  chargedBackAt?: string | undefined;
};

type Booking = {
  type: string | null;
  sign: string;
  amountMinor: number | null;
  currency: string;
  occurredAt: string;
  isTimeEstimated?: true;
};

/** From the bookings that share a sale's reference; undefined when none of them gives anything back. */
export function sumGivenBack(sale: Omit<Booking, "type" | "sign">, bookings: readonly Booking[]): GivenBack | undefined {
  const own = bookings.filter(
    ({ type, currency }) => type !== null && givenBackTypes.includes(type) && currency === sale.currency,
  );
  const chargebacks = own.filter(({ type }) => isChargeback(type));
  const chargedBackMinor = Math.max(0, sumOut(chargebacks));
  const reversals = own.filter(({ type }) => isReversalOrRelease(type));
  const reversedMinor = sumOut(reversals);
  // A reversal whose amount does not fit its currency is one of a sale whose amount does not fit either.
  const isUnknown = reversals.some(({ amountMinor, sign }) => amountMinor === null && sign === "debit");
  const isReversed = isUnknown || (reversedMinor > 0 && reversedMinor >= Math.abs(sale.amountMinor ?? 0));
  const released = reversals.filter(({ type, sign }) => sign === "debit" && !isHeldReversal(type));
  const isHeld =
    isReversed &&
    reversals.some(({ type }) => isHeldReversal(type)) &&
    sumOut(released) < Math.max(1, Math.abs(sale.amountMinor ?? 0));
  const parts = own.filter((booking) => !isChargeback(booking.type) && !(isReversed && reversals.includes(booking)));
  const refundedMinor = sumOut(parts);
  const refunds = parts.filter(({ sign }) => sign === "debit").length;
  const chargeback = chargedBackMinor > 0 ? lastOut(chargebacks) : undefined;
  const last = (isReversed ? lastOut(reversals) : refundedMinor > 0 ? lastOut(parts) : undefined) ?? chargeback;
  if (last === undefined) return undefined;
  return {
    ...{ isReversed, ...(isHeld && { isHeld }), refundedMinor, refunds, ...(chargedBackMinor > 0 && { chargedBackMinor }) },
    ...{ at: last.occurredAt, ...(last.isTimeEstimated && { isTimeEstimated: true }) },
    ...(chargeback && !chargeback.isTimeEstimated && { chargedBackAt: chargeback.occurredAt }),
  };
}

/** The last of them that gave something back, not one that took it back again. */
function lastOut(bookings: readonly Booking[]): Booking | undefined {
  const out = bookings.filter(({ sign }) => sign === "debit");
  return out.toSorted((left, right) => Date.parse(left.occurredAt) - Date.parse(right.occurredAt)).at(-1);
}

/** What went back without a reversal of the whole, by refunds or by the customer's bank. */
export function sumParts({ refundedMinor, chargedBackMinor = 0 }: GivenBack): number {
  return refundedMinor + chargedBackMinor;
}

/** Debits count, credits take back. */
function sumOut(bookings: readonly Booking[]): number {
  return bookings.reduce((sum, { sign, amountMinor }) => sum + Math.abs(amountMinor ?? 0) * (sign === "debit" ? 1 : -1), 0);
}
