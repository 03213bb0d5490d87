import type { Transaction } from "../records.ts";
import { readMajorAmount, readSign } from "./amount.ts";
import type { WireRecord } from "./exact-json.ts";
import { WireReader } from "./reader.ts";

/** One row of GET /accounting/v1/transactions as a record. */
export function toTransaction(record: WireRecord, zone: string): Transaction {
  const read = new WireReader(record);
  const writtenSign = read.text("sign");
  const writtenAmount = read.text("transaction_amount", "amount");
  const sign = readSign(writtenSign) ?? signOf(writtenAmount);
  const occurred = read.time(zone, "date", "transaction_date");
  return {
    id: read.text("id", "transaction_id"),
    reference: read.text("payment_reference", "reference"),
    occurredAt: occurred.at,
    occurredAtText: occurred.text ?? "",
    type: read.text("transaction_type", "type"),
    sign,
    ...readMajorAmount(writtenAmount, read.text("transaction_currency", "currency"), sign),
    original: readOriginal(read, sign),
    merchantReference: read.text("reference_number"),
    merchantReferenceType: read.text("reference_number_type"),
    terminalId: read.text("terminal_id"),
    serialNumber: read.text("serial_number"),
    accountNumber: read.text("account_number"),
    ruid: read.text("ruid"),
    descriptor: read.text("billing_descriptor"),
    pan: read.text("pan"),
    description: read.text("description"),
    ...keptWithSign(read, writtenSign),
  };
}

function readOriginal(read: WireReader, sign: Transaction["sign"]): Transaction["original"] {
  const amount = read.text("original_amount");
  const currency = read.text("original_currency");
  return amount === null && currency === null ? null : readMajorAmount(amount, currency, sign);
}

function signOf(amount: string | null): Transaction["sign"] {
  if (amount === null || !/^[+-]?\d/.test(amount)) return null;
  return amount.startsWith("-") ? "debit" : "credit";
}

/** An unknown sign word stays visible. */
function keptWithSign(read: WireReader, writtenSign: string | null) {
  const remaining = read.kept();
  if (writtenSign !== null && readSign(writtenSign) === null) remaining.extra.unshift({ label: "sign", value: writtenSign });
  return remaining;
}
