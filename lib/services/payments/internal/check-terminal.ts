import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import type { Message } from "#lib/core/text.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { GatewayPage, GatewayPayment } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import { comparePayment, skewMs, toDoubt } from "./compare-payment.ts";
import { isOwnReference } from "./generate-reference.ts";
import { watchNewestFirst } from "./list-order.ts";

/** 100,000 payments where pages are full. */
export const pagesMax = 1_000;
/** So many pages must show that the newest payments come first. */
const orderedPagesMin = 10;
const alikeWithinMs = 30 * 60_000;

/** A payment at the gateway that may be ours, and why this is uncertain. `isSame`: nothing but that there are several. */
type Doubt = { gatewayId: string; note: Message; isSame?: true };

export type TerminalCheck = {
  /** By our payment's id. */
  found: ReadonlyMap<string, GatewayPayment>;
  /** By our payment's id. */
  doubts: ReadonlyMap<string, readonly Doubt[]>;
  /** Every payment of the terminal was read that may be one of those searched. */
  isComplete: boolean;
  seen: number;
};

/**
 * Searches unknown payments among the terminal's payments, by reference, amount and currency. Ends early when all are found by a
 * reference that we generated, and where the newest payments come first at those that are too old. Several with a typed one are
 * doubts, since any of them may be ours.
 */
export async function checkTerminal(
  gateway: Pick<MerchantGateway, "listPayments">,
  { terminalId, payments }: { terminalId: string; payments: readonly PaymentRow[] },
): Promise<TerminalCheck> {
  const same = new Map<string, Map<string, GatewayPayment>>();
  const doubts = new Map<string, Doubt[]>();
  const seen = new Set<string>();
  const firstMs = Math.min(...payments.map(({ createdAt }) => createdAt.getTime()));
  const isPast = watchNewestFirst(new Date(firstMs - skewMs - zoneSpreadMs));
  let unread = 0;
  for (let page = 1; page <= pagesMax; page++) {
    const listed = await gateway.listPayments({ terminalId, page }).catch((thrown) => {
      if (page === 1) throw thrown;
    });
    if (!listed) break;
    const seenBefore = seen.size;
    for (const row of listed.rows) {
      seen.add(row.id);
      const ours = payments.find((payment) => compareListed(row, payment) === "same");
      if (ours) same.set(ours.id, new Map(same.get(ours.id)).set(row.id, row));
      else for (const payment of payments) addDoubt(doubts, row, payment);
    }
    const isEnd = isLastPage(listed, page);
    unread += listed.received - listed.rows.length;
    const isAllSeen = isEnd && seen.size >= (listed.totalCount ?? 0);
    const isTooOld = isPast(listed.rows) && page >= orderedPagesMin;
    const isComplete = unread === 0 && (isAllSeen || isTooOld);
    const areFound = payments.every(({ id, referenceNumber }) => same.has(id) && isOwnReference(referenceNumber));
    if (areFound || isComplete) return { ...decide(payments, { same, doubts }), isComplete, seen: seen.size };
    if (isEnd || seen.size === seenBefore) break;
  }
  return { ...decide(payments, { same, doubts }), isComplete: false, seen: seen.size };
}

type Seen = { same: ReadonlyMap<string, ReadonlyMap<string, GatewayPayment>>; doubts: Map<string, Doubt[]> };

function decide(payments: readonly PaymentRow[], { same, doubts }: Seen): Pick<TerminalCheck, "found" | "doubts"> {
  const found = new Map<string, GatewayPayment>();
  for (const { id, referenceNumber } of payments) {
    const rows = [...(same.get(id)?.values() ?? [])];
    const last = rows.at(-1);
    if (last && (rows.length === 1 || isOwnReference(referenceNumber))) found.set(id, last);
    else
      for (const row of rows) {
        pushDoubt(doubts, id, { gatewayId: row.id, note: serviceText("payment_several", { id: row.id }), isSame: true });
      }
  }
  return { found, doubts };
}

/** True when no further page is announced. A full page of a list without a total may not be the last. */
export function isLastPage(
  { received, hasNext, pageSize, totalPages, totalCount }: GatewayPage<GatewayPayment>,
  page: number,
): boolean {
  if (hasNext || page < (totalPages ?? 0)) return false;
  return totalPages !== null || totalCount !== null || received < pageSize;
}

function addDoubt(doubts: Map<string, Doubt[]>, row: GatewayPayment, payment: PaymentRow): void {
  const note = findDoubt(row, payment);
  if (note !== undefined) pushDoubt(doubts, payment.id, { gatewayId: row.id, note });
}

function pushDoubt(doubts: Map<string, Doubt[]>, paymentId: string, doubt: Doubt): void {
  doubts.set(paymentId, [...(doubts.get(paymentId) ?? []), doubt]);
}

function findDoubt(row: GatewayPayment, payment: PaymentRow): Message | undefined {
  if (compareListed(row, payment) === "doubtful") return toDoubt(row.id);
  if (!isAlike(row, payment)) return undefined;
  return serviceText("payment_alike", { id: row.id });
}

function compareListed(listed: GatewayPayment, payment: PaymentRow) {
  const { referenceNumber, createdAt, createdAtLater } = listed;
  const isSameMoney = hasSameMoney(listed, payment);
  // The list is of the payment's own terminal.
  return comparePayment({ referenceNumber, times: [createdAt, createdAtLater], terminalId: null, isSameMoney }, payment);
}

/** A gateway may omit references from its list; its times may be in another zone. */
function isAlike(listed: GatewayPayment, payment: PaymentRow): boolean {
  if ((listed.referenceNumber ?? "") !== "" || !hasSameMoney(listed, payment)) return false;
  if (listed.createdAt === null) return true;
  const apartMs = listed.createdAt.getTime() - payment.createdAt.getTime();
  return apartMs >= -(skewMs + zoneSpreadMs) && apartMs <= alikeWithinMs + zoneSpreadMs;
}

function hasSameMoney(listed: GatewayPayment, payment: PaymentRow): boolean {
  if (listed.amountMinor !== null && !recordedAmounts(payment).includes(listed.amountMinor)) return false;
  return listed.currency === null || listed.currency === payment.currency;
}
