import { dayMs } from "#lib/core/days.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { serviceText } from "#lib/services/texts.ts";
import { isOwnReference } from "./generate-reference.ts";

/** Allowed clock difference: an older payment with the user's own reference is another payment. */
export const skewMs = 15 * 60_000;
/** A call has ended long before: what is booked later under a typed reference is another sale. */
export const latestMs = dayMs;

/**
 * The gateway's payment: `isSameMoney` when neither amount, currency nor direction differs; `times`: what its time may mean, none
 * of them where it is not known. `terminalId` null: not named.
 */
type Shown = {
  referenceNumber: string | null;
  isSameMoney: boolean;
  times: readonly (Date | null | undefined)[];
  terminalId: string | null;
};

/**
 * Whether the gateway's payment is ours. A generated reference is unique, so its time does not matter, and with another amount
 * it is `doubtful`, never ignored. A typed one may be shared with other sales: with another amount, or at another terminal, it is
 * another payment, and from another time `doubtful`. In another form than typed it is at most `doubtful`.
 */
export function comparePayment(shown: Shown, payment: PaymentRow): "same" | "doubtful" | "other" {
  if (!isSameReference(shown.referenceNumber, payment.referenceNumber)) return "other";
  const isOurs = isOwnReference(payment.referenceNumber);
  if (!isOurs && shown.terminalId !== null && shown.terminalId !== payment.terminalId) return "other";
  const times = shown.times.flatMap((time) => time ?? []);
  const isWithin = (beforeMs: number, afterMs: number) =>
    times.length === 0 ||
    times.some((time) => {
      const apartMs = time.getTime() - payment.createdAt.getTime();
      return apartMs >= -beforeMs && apartMs <= afterMs;
    });
  if (!isOurs && shown.referenceNumber !== payment.referenceNumber) {
    const isNear = isWithin(skewMs + zoneSpreadMs, latestMs + zoneSpreadMs);
    return shown.isSameMoney && isNear ? "doubtful" : "other";
  }
  if (shown.isSameMoney && (isOurs || isWithin(skewMs, latestMs))) return "same";
  return isOurs || shown.isSameMoney ? "doubtful" : "other";
}

/** The same reference in any form: a gateway may write it in capitals, or without spaces and dashes. */
function isSameReference(shown: string | null, sent: string): boolean {
  return shown !== null && normaliseIdentifier(shown) === normaliseIdentifier(sent);
}

/** The message of a check with a doubtful result. */
export function toDoubt(id: string): Message {
  return serviceText("payment_doubtful", { id });
}
