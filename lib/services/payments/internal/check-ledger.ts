import { dayOf } from "#lib/core/days.ts";
import { messageOf, toAppError } from "#lib/core/errors.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import type { Message } from "#lib/core/text.ts";
import { laterGatewayTime } from "#lib/core/zoned-time.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { listRowsOfReference } from "#lib/db/transactions/rows-of-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { reachesNow } from "#lib/ledger-sync/reaches-now.ts";
import { serviceText } from "#lib/services/texts.ts";
import { openLedgerSource } from "../../ledger-sync/open-ledger-source.ts";
import { readMerchant } from "../../transactions/read-merchants.ts";
import { comparePayment, skewMs, toDoubt } from "./compare-payment.ts";
import { isOwnReference } from "./generate-reference.ts";
import type { PaymentPorts } from "./ports.ts";

const budgetMs = 30_000;
/** A payment may be listed on a past day, so these days are read again as often as today. */
const endedFreshMs = 10_000;

export type LedgerCheck = {
  /** By our payment's id. */
  found: ReadonlyMap<string, TransactionRow>;
  /** By our payment's id: a row that may be ours, and why this is uncertain. */
  doubts: ReadonlyMap<string, Message>;
  /** The rows are at least as new as this; undefined when the days could not be read completely. */
  asOfMs: number | undefined;
  /** Why the days could not be read. */
  problem: Message | undefined;
};

/**
 * Searches payments by their references in the merchant's ledger, from the day of the earliest one in any zone. Several sales under
 * a typed reference are doubts, since any of them may be ours.
 */
export async function checkLedger(
  ports: PaymentPorts,
  { merchant, payments, zone }: { merchant: MerchantRow; payments: readonly PaymentRow[]; zone: string },
): Promise<LedgerCheck> {
  const firstMs = Math.min(...payments.map((payment) => payment.createdAt.getTime())) - skewMs - zoneSpreadMs;
  const days = { from: dayOf(new Date(firstMs), zone), endedFreshMs };
  const { asOf, isComplete, problem } = await readMerchant(ports, merchant, { days, zone, budgetMs });
  const found = new Map<string, TransactionRow>();
  const doubts = new Map<string, Message>();
  for (const payment of payments) {
    const rows = await listRowsOfReference(ports.db, payment);
    const same = rows.filter((item) => compareRow(item, payment, zone) === "same");
    const doubtful = rows.find((item) => compareRow(item, payment, zone) === "doubtful");
    const [row] = same;
    if (row && (isOwnReference(payment.referenceNumber) || new Set(same.map(toName)).size === 1)) found.set(payment.id, row);
    else if (row) doubts.set(payment.id, serviceText("ledger_several", { id: toName(row) }));
    else if (doubtful) doubts.set(payment.id, toDoubt(toName(doubtful)));
  }
  if (!isComplete || problem) return { found, doubts, asOfMs: undefined, problem: problem && messageOf(problem) };
  const behind = found.size === payments.length ? undefined : await whyBehind(ports, merchant, zone);
  return { found, doubts, asOfMs: behind === undefined ? asOf?.getTime() : undefined, problem: behind };
}

/** Why the gateway's newest day may not have been requested; undefined when it was. */
async function whyBehind(ports: PaymentPorts, merchant: MerchantRow, zone: string): Promise<Message | undefined> {
  try {
    const isRead = await reachesNow(await openLedgerSource(ports, merchant, zone));
    return isRead ? undefined : serviceText("later_day_at_gateway");
  } catch (thrown) {
    return messageOf(toAppError(thrown));
  }
}

/** The bookings of one transaction share its reference. */
function toName({ reference, id }: TransactionRow): string {
  return reference ?? id;
}

function compareRow(row: TransactionRow, payment: PaymentRow, zone: string) {
  const isAmount = row.amountMinor !== null && recordedAmounts(payment).includes(Math.abs(row.amountMinor));
  const isDirection = row.sign === (payment.kind === "refund" ? "debit" : "credit");
  const isSameMoney = isAmount && isDirection && row.currency === payment.currency;
  const { referenceNumber, terminalId, occurredAt, occurredAtText } = row;
  const times = [occurredAt, laterGatewayTime(occurredAtText, zone)];
  return comparePayment({ referenceNumber, terminalId, isSameMoney, times }, payment);
}
