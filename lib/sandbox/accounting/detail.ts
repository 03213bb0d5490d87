import { formatDecimal, numberToDecimal, parseDecimal } from "#lib/core/money.ts";
import type { LedgerRow } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";

const reversible = new Set(["501", "022", "013", "016"]);
const reversals = new Set(["036"]);

/** The display list of one reference's rows, the sale first; an empty value is a heading. */
export function toDetail(rows: readonly [LedgerRow, ...LedgerRow[]], profile: MerchantProfile) {
  const [row, ...others] = rows;
  const fee = others.find((other) => other.transaction_type === "001");
  const reversal = others.find((other) => reversals.has(other.transaction_type));
  const pairs: [string, string | null][] = [
    ["Payment from card", row.pan?.replace("*", "") ?? null],
    ["Amount", amountText(row.transaction_amount, row.transaction_currency)],
    ["Original amount", originalText(row)],
    ["Fee", fee ? amountText(fee.transaction_amount, fee.transaction_currency) : null],
    ["Date", row.date.replace("T", " ")],
    ["Reversed", reversal ? reversal.date.replace("T", " ") : null],
    ["Merchant", ""],
    ["Name", profile.legalName],
    ["Descriptor", row.billing_descriptor],
    ["Account", row.account_number],
    ["Terminal", row.terminal_id],
    ["Reference number", row.reference_number],
    ["Description", row.description],
  ];
  return {
    general: {
      can_request_reversal: reversible.has(row.transaction_type) && !reversal,
      is_fee: row.transaction_type === "001",
      is_reversal: reversals.has(row.transaction_type),
      transaction_type: row.transaction_type,
    },
    details: pairs.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  };
}

function originalText(row: LedgerRow): string | null {
  return row.original_currency === row.transaction_currency ? null : amountText(row.original_amount, row.original_currency);
}

function amountText(amount: number, currency: string): string {
  const text = numberToDecimal(Math.abs(amount)) ?? "";
  const amountMinor = parseDecimal(text, currency);
  return `${amountMinor === undefined ? text : formatDecimal({ amountMinor, currency })} ${currency}`;
}
