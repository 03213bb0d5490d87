import { currencyExponent } from "../../core/currency.ts";
import type { LedgerRow } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";

const reversible = new Set(["501", "022", "013", "016"]);

/** The display list of one transaction (public-record-gateway.md 4.2); an empty value is a heading. */
export function toDetail(row: LedgerRow, profile: MerchantProfile) {
  const amount = `${Math.abs(row.transaction_amount).toFixed(currencyExponent(row.transaction_currency))} ${row.transaction_currency}`;
  const pairs: [string, string | null][] = [
    ["Payment from card", row.pan?.replace("*", "") ?? null],
    ["Amount", amount],
    ["Date", row.date.replace("T", " ")],
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
      can_request_reversal: reversible.has(row.transaction_type),
      is_fee: row.transaction_type === "001",
      is_reversal: row.transaction_type === "036",
      transaction_type: row.transaction_type,
    },
    details: pairs.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  };
}
