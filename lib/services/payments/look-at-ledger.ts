import { dayOf } from "../../core/zoned-time.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import type { PaymentRow } from "../../store/payments.ts";
import type { TransactionRow } from "../../store/transactions.ts";
import { readMerchant } from "../transactions/read-merchants.ts";
import { skewMs } from "./look-at-terminal.ts";
import type { PaymentPorts } from "./ports.ts";
import { findLedgerRows } from "./related-transaction.ts";

const budgetMs = 30_000;

export type LedgerLook = {
  /** By our payment's id. */
  found: ReadonlyMap<string, TransactionRow>;
  /** What was read is at least as new as this; undefined when the days could not be read to their end. */
  asOfMs: number | undefined;
  /** Why they could not. */
  problem: string | undefined;
};

/** Looks for payments by their references in the merchant's ledger, of the days since the first of them. */
export async function lookAtLedger(
  ports: PaymentPorts,
  { merchant, payments, zone }: { merchant: MerchantRow; payments: readonly PaymentRow[]; zone: string },
): Promise<LedgerLook> {
  const firstMs = Math.min(...payments.map((payment) => payment.createdAt.getTime())) - skewMs;
  const days = { from: dayOf(new Date(firstMs), zone) };
  const { asOf, isComplete, problem } = await readMerchant(ports, merchant, { days, zone, budgetMs });
  const found = new Map<string, TransactionRow>();
  for (const payment of payments) {
    const row = (await findLedgerRows(ports.db, payment)).find((each) => isOurs(each, payment));
    if (row) found.set(payment.id, row);
  }
  const isRead = isComplete && problem === undefined;
  return { found, asOfMs: isRead ? asOf?.getTime() : undefined, problem: isRead ? undefined : (problem?.message ?? "") };
}

/** The person's own reference may stand in older rows, or in others of the same sale. */
function isOurs(row: TransactionRow, payment: PaymentRow): boolean {
  const { amountMinor, tipMinor, currency } = payment;
  const isAmount = row.amountMinor !== null && [amountMinor, amountMinor + tipMinor].includes(Math.abs(row.amountMinor));
  if (!isAmount || row.currency !== currency) return false;
  if (row.sign !== (payment.kind === "refund" ? "debit" : "credit")) return false;
  return row.occurredAt.getTime() >= payment.createdAt.getTime() - skewMs;
}
