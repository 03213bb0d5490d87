import type { LabelledValue, TransactionDetail } from "../records.ts";
import { isWireRecord, type WireRecord, type WireValue } from "./exact-json.ts";
import { displayText, WireReader } from "./reader.ts";

/** One transaction's display list: {general, details} of the detail endpoint, one entry of /multiple, or any other form. */
export function toTransactionDetail(record: WireRecord, askedReference?: string): TransactionDetail | undefined {
  const read = new WireReader(record);
  const reference = read.text(...referenceNames) ?? askedReference ?? readInnerReference(record);
  if (reference === undefined) return undefined;
  const general = read.child("general");
  const rows = read.value("details", "transaction_details");
  const remaining = read.kept();
  const isKnownForm = general !== undefined || rows !== undefined;
  return {
    reference,
    general: {
      canRequestReversal: general?.flag("can_request_reversal") ?? null,
      isFee: general?.flag("is_fee") ?? null,
      isReversal: general?.flag("is_reversal") ?? null,
      type: general?.text("transaction_type") ?? null,
    },
    details: isKnownForm ? readDetails(rows) : readAny(record),
    extra: isKnownForm ? [...(general?.rest("general.") ?? []), ...remaining.extra] : [],
    raw: remaining.raw,
  };
}

/** The detail in a response of any form; undefined where there is none. A single record or list inside is the detail. */
export function findDetail(body: WireValue): WireRecord | undefined {
  if (Array.isArray(body)) {
    const [only] = body;
    if (body.length === 1 && isWireRecord(only) && !isLabelled(only)) return findDetail(only);
    return body.length > 0 && body.every((row) => isWireRecord(row) && isLabelled(row)) ? { details: body } : undefined;
  }
  if (!isWireRecord(body) || !isDetailRecord(body)) return undefined;
  const [[name, inner] = ["", null], ...others] = Object.entries(body);
  const isEnvelope = others.length === 0 && name !== "general" && name !== "details" && isWireRecord(inner);
  return isEnvelope ? (findDetail(inner) ?? body) : body;
}

const answerNames: ReadonlySet<string> = new Set(["code", "detail", "message", "status", "success", "title", "trace_id", "type"]);

/** True for a possible detail: a record whose members are not only an error message. */
export function isDetailRecord(record: WireRecord): boolean {
  const read = new WireReader(record);
  if (read.value("error", "errors", "fault") !== undefined) return false;
  return Object.keys(record).some((name) => !answerNames.has(name.toLowerCase()));
}

const referenceNames = ["payment_reference", "reference"];

function readInnerReference(record: WireRecord): string | undefined {
  const inner = Object.values(record).filter(isWireRecord);
  return inner.flatMap((item) => new WireReader(item).text(...referenceNames) ?? [])[0];
}

function readDetails(rows: WireValue | undefined): LabelledValue[] {
  if (Array.isArray(rows)) return rows.flatMap(readDetailRow);
  if (isWireRecord(rows)) return Object.entries(rows).map(([label, value]) => ({ label, value: displayText(value) }));
  return rows === undefined ? [] : [{ label: "details", value: displayText(rows) }];
}

function readDetailRow(row: WireValue): LabelledValue[] {
  if (!isWireRecord(row)) return [{ label: "", value: displayText(row) }];
  if (!isLabelled(row)) return Object.entries(row).map(([name, item]) => ({ label: name, value: displayText(item) }));
  const read = new WireReader(row);
  const label = read.text("label", "title", "name");
  const value = read.value("value");
  const main = { label: label ?? "", value: value === undefined ? "" : displayText(value) };
  return [main, ...read.rest(label === null ? "" : `${label}: `)];
}

function isLabelled(row: WireRecord): boolean {
  const read = new WireReader(row);
  return read.text("label", "title", "name") !== null || read.value("value") !== undefined;
}

/** Every value of any form, labelled with the path of its names; rows of label and value unchanged. */
function readAny(value: WireValue, label = ""): LabelledValue[] {
  const inner = (name: string) => (label === "" ? name : `${label}.${name}`);
  if (isWireRecord(value)) return Object.entries(value).flatMap(([name, item]) => readAny(item, inner(name)));
  if (!Array.isArray(value)) return [{ label, value: displayText(value) }];
  if (value.every((row) => isWireRecord(row) && isLabelled(row))) return value.flatMap(readDetailRow);
  return value.flatMap((item, at) => readAny(item, inner(String(at + 1))));
}
