import type { LabelledValue } from "#lib/contract/common.ts";
import { defineTexts } from "#lib/core/text.ts";
import { maskValue } from "#lib/privacy/mask.ts";

/** Labels of the known members of the gateway's transactions and payments, with _ for a point. */
export const fieldText = defineTexts({
  field_answer: "Answer",
  field_id: "Transaction ID",
  field_transaction_id: "Transaction ID",
  field_date: "Date",
  field_transaction_date: "Date",
  field_payment_reference: "Reference",
  field_transaction_type: "Type",
  field_transaction_currency: "Currency",
  field_transaction_amount: "Amount",
  field_original_currency: "Original currency",
  field_original_amount: "Original amount",
  field_sign: "Direction",
  field_reference_number: "Order number",
  field_reference_number_type: "Reference type",
  field_terminal_id: "Terminal",
  field_serial_number: "Terminal serial number",
  field_account_number: "Account",
  field_ruid: "Request ID",
  field_billing_descriptor: "Billing descriptor",
  field_pan: "Card",
  field_description: "Description",
  field_payment_id: "Gateway payment ID",
  field_status: "Status",
  field_title: "Title",
  field_detail: "Detail",
  field_status_message: "Status message",
  field_created_at: "Created",
  field_updated_at: "Changed",
  field_expire_at: "Expires",
  field_amount_value: "Amount in minor units",
  field_amount_currency_code: "Currency",
  field_amount_tip: "Tip in minor units",
  field_stan: "STAN",
  field_rrn: "RRN",
  field_auth_code: "Authorisation code",
  field_response_code: "Response code",
  field_card_qualifier: "Card scheme",
  field_aid: "Card application (AID)",
  field_operator_code: "Operator",
  field_transaction_date_local: "Terminal time",
});

/** Every member of a received record as a row, masked, in the gateway's order; unknown ones under their own name. */
export function toFieldRows(record: unknown): LabelledValue[] {
  if (!isRecord(record)) return record === null || record === undefined ? [] : [toRow("answer", record)];
  return Object.entries(record).flatMap(([name, value]) => toRows(name, value));
}

function toRows(name: string, value: unknown): LabelledValue[] {
  if (isRecord(value) && Object.keys(value).length > 0) {
    return Object.entries(value).map(([inner, innerValue]) => toRow(`${name}.${inner}`, innerValue));
  }
  return [toRow(name, value)];
}

function toRow(name: string, value: unknown): LabelledValue {
  const text = fieldText.find(`field_${name.replaceAll(".", "_")}`);
  return { label: text?.message ?? name, value: toText(name, value), ...(text && { reason: text.reason }) };
}

function toText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  const masked = mask(name, value);
  return typeof masked === "string" ? masked : JSON.stringify(masked);
}

/** Members of members each by its own name, below what it is a member of. */
function mask(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(name, item));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, mask(inner, item)]));
  if (typeof value !== "string" && typeof value !== "number") return value;
  const shown = maskValue(name, String(value));
  return shown.masked ? shown.value : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
