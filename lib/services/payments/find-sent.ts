import type { GatewayPayment, MerchantGateway } from "../../gateway/index.ts";
import type { PaymentRow } from "../../store/payments.ts";

const pagesMax = 40;
/** Clocks differ: a payment of the same reference made longer before the intent is another one. */
const skewMs = 15 * 60_000;

/**
 * Looks for a payment whose call had no answer among the terminal's payments: the same reference, amount and
 * currency, not made before it. Undefined when the pages looked at lack it, which proves nothing yet.
 */
export async function findSentPayment(
  gateway: Pick<MerchantGateway, "listPayments">,
  payment: PaymentRow,
): Promise<GatewayPayment | undefined> {
  for (let page = 1; page <= pagesMax; page++) {
    const { rows, hasNext } = await gateway.listPayments({ terminalId: payment.terminalId, page });
    const found = rows.find((row) => isSame(row, payment));
    if (found) return found;
    if (!hasNext || rows.length === 0) return undefined;
  }
  return undefined;
}

function isSame(listed: GatewayPayment, { referenceNumber, amountMinor, currency, createdAt }: PaymentRow): boolean {
  if (listed.referenceNumber !== referenceNumber) return false;
  if (listed.amountMinor !== null && listed.amountMinor !== amountMinor) return false;
  if (listed.currency !== null && listed.currency !== currency) return false;
  return listed.createdAt === null || listed.createdAt.getTime() >= createdAt.getTime() - skewMs;
}
