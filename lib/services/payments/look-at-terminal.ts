import type { GatewayPayment, MerchantGateway } from "../../gateway/index.ts";
import type { PaymentRow } from "../../store/payments.ts";

const pagesMax = 200;
/** Clocks differ: a payment of the same reference made longer before the intent is another one. */
export const skewMs = 15 * 60_000;
const alikeWithinMs = 30 * 60_000;

export type TerminalLook = {
  /** By our payment's id. */
  found: ReadonlyMap<string, GatewayPayment>;
  /** Gateway ids of payments without any reference that could be ours, by our payment's id. */
  alike: ReadonlyMap<string, readonly string[]>;
  /** Every payment of the terminal was seen. */
  isComplete: boolean;
  seen: number;
};

/**
 * Looks for payments whose calls had no clear answer among the terminal's payments: the same reference, amount and
 * currency, not made before them. Ends early when all are found.
 */
export async function lookAtTerminal(
  gateway: Pick<MerchantGateway, "listPayments">,
  { terminalId, payments }: { terminalId: string; payments: readonly PaymentRow[] },
): Promise<TerminalLook> {
  const found = new Map<string, GatewayPayment>();
  const alike = new Map<string, string[]>();
  const seen = new Set<string>();
  for (let page = 1; page <= pagesMax; page++) {
    const { rows, hasNext, totalCount } = await gateway.listPayments({ terminalId, page });
    const seenBefore = seen.size;
    for (const row of rows) {
      seen.add(row.id);
      const ours = payments.find((payment) => isSame(row, payment));
      if (ours) found.set(ours.id, row);
      else for (const payment of payments.filter((each) => isAlike(row, each))) note(alike, payment.id, row.id);
    }
    const isComplete = !hasNext && (totalCount === null || seen.size >= totalCount);
    if (found.size === payments.length || isComplete) return { found, alike, isComplete, seen: seen.size };
    if (!hasNext || seen.size === seenBefore) break;
  }
  return { found, alike, isComplete: false, seen: seen.size };
}

function note(alike: Map<string, string[]>, id: string, gatewayId: string): void {
  alike.set(id, [...(alike.get(id) ?? []), gatewayId]);
}

function isSame(listed: GatewayPayment, payment: PaymentRow): boolean {
  if (listed.referenceNumber !== payment.referenceNumber || !hasSameMoney(listed, payment)) return false;
  return listed.createdAt === null || listed.createdAt.getTime() >= payment.createdAt.getTime() - skewMs;
}

/** A gateway that keeps no references shows ours without one. */
function isAlike(listed: GatewayPayment, payment: PaymentRow): boolean {
  if ((listed.referenceNumber ?? "") !== "" || listed.amountMinor === null || listed.createdAt === null) return false;
  if (!hasSameMoney(listed, payment)) return false;
  const apartMs = listed.createdAt.getTime() - payment.createdAt.getTime();
  return apartMs >= -skewMs && apartMs <= alikeWithinMs;
}

function hasSameMoney(listed: GatewayPayment, { amountMinor, currency }: PaymentRow): boolean {
  if (listed.amountMinor !== null && listed.amountMinor !== amountMinor) return false;
  return listed.currency === null || listed.currency === currency;
}
