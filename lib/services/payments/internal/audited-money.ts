import { formatMoney } from "#lib/core/money.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";

/** A payment's money in an audit row, as it was sent: a tip beside the amount. */
export function toAuditedMoney({ amountMinor, tipMinor, currency }: PaymentRow): { amount: string; tip?: string } {
  const toText = (minor: number) => `${currency} ${formatMoney({ amountMinor: minor, currency }, "en-GB")}`;
  return { amount: toText(amountMinor), ...(tipMinor > 0 && { tip: toText(tipMinor) }) };
}
