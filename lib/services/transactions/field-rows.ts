import type { LabelledValue } from "#lib/contract/common.ts";

/** Labels of the known members of the gateway's transactions and payments. */
const labels: ReadonlyMap<string, string> = new Map([
  ["id", "Transaction id"],
  ["transaction_id", "Transaction id"],
  ["date", "Date"],
  ["transaction_date", "Date"],
  ["payment_reference", "Reference"],
  ["transaction_type", "Type"],
  ["transaction_currency", "Currency"],
  ["transaction_amount", "Amount"],
  ["original_currency", "Original currency"],
  ["original_amount", "Original amount"],
  ["sign", "Sign"],
  ["reference_number", "Merchant's reference"],
  ["reference_number_type", "Kind of merchant's reference"],
  ["terminal_id", "Terminal"],
  ["serial_number", "Terminal's serial number"],
  ["account_number", "Account"],
  ["ruid", "Request id"],
  ["billing_descriptor", "Billing descriptor"],
  ["pan", "Card"],
  ["description", "Description"],
  ["payment_id", "Gateway payment id"],
  ["status", "Status"],
  ["status_message", "Status message"],
  ["created_at", "Created"],
  ["updated_at", "Changed"],
  ["expire_at", "Expires"],
  ["amount.value", "Amount in minor units"],
  ["amount.currency_code", "Currency"],
  ["amount.tip", "Tip in minor units"],
  ["stan", "STAN"],
  ["rrn", "RRN"],
  ["auth_code", "Authorisation code"],
  ["response_code", "Response code"],
  ["card_qualifier", "Card scheme"],
  ["aid", "Application id of the card"],
  ["operator_code", "Operator"],
  ["transaction_date_local", "Local time at the terminal"],
]);

/** Every member of a received record as a row, in the gateway's order; unknown ones under their own name. */
export function toFieldRows(record: unknown): LabelledValue[] {
  if (!isRecord(record)) return record === null || record === undefined ? [] : [{ label: "Answer", value: toText(record) }];
  return Object.entries(record).flatMap(([name, value]) => toRows(name, value));
}

function toRows(name: string, value: unknown): LabelledValue[] {
  if (isRecord(value) && Object.keys(value).length > 0) {
    return Object.entries(value).map(([inner, innerValue]) => toRow(`${name}.${inner}`, innerValue));
  }
  return [toRow(name, value)];
}

function toRow(name: string, value: unknown): LabelledValue {
  return { label: labels.get(name) ?? name, value: toText(value) };
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
