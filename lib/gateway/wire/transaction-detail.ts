import type { LabelledValue, TransactionDetail } from "../records.ts";
import { isWireRecord, type WireRecord, type WireValue } from "./exact-json.ts";
import { displayText, WireReader } from "./reader.ts";

/** One transaction's display list: {general, details} of the detail endpoint or one entry of /multiple. */
export function toTransactionDetail(record: WireRecord, askedReference?: string): TransactionDetail | undefined {
  const read = new WireReader(record);
  const reference = read.text("payment_reference", "reference") ?? askedReference;
  if (reference === undefined) return undefined;
  const general = read.child("general");
  const rows = read.value("details", "transaction_details");
  const kept = read.kept();
  return {
    reference,
    general: {
      canRequestReversal: general?.flag("can_request_reversal") ?? null,
      isFee: general?.flag("is_fee") ?? null,
      isReversal: general?.flag("is_reversal") ?? null,
      type: general?.text("transaction_type") ?? null,
    },
    details: readDetails(rows),
    extra: [...(general?.rest("general.") ?? []), ...kept.extra],
    raw: kept.raw,
  };
}

/** True for what looks like a detail at all; an envelope with an error inside does not. */
export function isDetailRecord(record: WireRecord): boolean {
  const read = new WireReader(record);
  return (
    read.child("general") !== undefined ||
    Array.isArray(read.value("details", "transaction_details")) ||
    read.text("payment_reference", "reference") !== null
  );
}

function readDetails(rows: WireValue | undefined): LabelledValue[] {
  if (Array.isArray(rows)) return rows.flatMap(readDetailRow);
  if (isWireRecord(rows)) return Object.entries(rows).map(([label, value]) => ({ label, value: displayText(value) }));
  return rows === undefined ? [] : [{ label: "details", value: displayText(rows) }];
}

function readDetailRow(row: WireValue): LabelledValue[] {
  if (!isWireRecord(row)) return [{ label: "", value: displayText(row) }];
  const read = new WireReader(row);
  const label = read.text("label", "title", "name");
  const value = read.value("value");
  if (label === null && value === undefined)
    return Object.entries(row).map(([name, each]) => ({ label: name, value: displayText(each) }));
  const main = { label: label ?? "", value: value === undefined ? "" : displayText(value) };
  return [main, ...read.rest(label === null ? "" : `${label}: `)];
}
