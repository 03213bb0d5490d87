import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { isOwnReference } from "./generate-reference.ts";

/** Clocks differ: what carries a person's own reference and is longer older than the intent is another payment. */
export const skewMs = 15 * 60_000;

/** What the gateway shows: `isSameMoney` when neither amount, currency nor direction contradicts; `at` null: it does not say. */
type Shown = { referenceNumber: string | null; isSameMoney: boolean; at: Date | null };

/**
 * Whether what the gateway shows is our payment. A reference that we made names no other, so its time does not matter,
 * and with other money it is `doubtful` and never taken for nothing. One that a person typed may stand on other sales:
 * with other money it is another, and from another time `doubtful`.
 */
export function comparePayment(shown: Shown, payment: PaymentRow): "same" | "doubtful" | "other" {
  if (shown.referenceNumber !== payment.referenceNumber) return "other";
  const isOurs = isOwnReference(payment.referenceNumber);
  const isInTime = shown.at === null || shown.at.getTime() >= payment.createdAt.getTime() - skewMs;
  if (shown.isSameMoney && (isOurs || isInTime)) return "same";
  return isOurs || shown.isSameMoney ? "doubtful" : "other";
}

/** The amounts as which it may be shown: some gateways add the tip. */
export function amountsOf({ amountMinor, tipMinor }: PaymentRow): readonly number[] {
  return [amountMinor, amountMinor + tipMinor];
}

/** What is said of a look that found something doubtful. */
export function toDoubt(id: string): string {
  return `The gateway has ${id} with this reference, but its time, amount or direction differs. It may be this one.`;
}
