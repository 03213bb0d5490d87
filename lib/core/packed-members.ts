/** Members that most rows of a ledger have, each written as its place here. Kept rows name them so: only add at the end. */
const names = [
  ...["id", "date", "payment_reference", "transaction_type", "transaction_currency", "transaction_amount"],
  ...["original_currency", "original_amount", "sign", "reference_number", "reference_number_type", "terminal_id"],
  ...["serial_number", "account_number", "ruid", "billing_descriptor", "pan", "description"],
] as const;
const places: ReadonlyMap<string, string> = new Map(names.map((name, at) => [name, toPlace(at)]));
const namesByPlace: ReadonlyMap<string, string> = new Map(names.map((name, at) => [toPlace(at), name]));

function toPlace(at: number): string {
  return String.fromCharCode("a".charCodeAt(0) + at);
}

/** A received record with short names for its usual members; others keep theirs. Anything that is no record stays as it is. */
export function packMembers(value: unknown): unknown {
  return isRecord(value) ? rename(value, (name) => places.get(name) ?? `.${name}`) : value;
}

/** What was packed, members in the same order. */
export function unpackMembers(value: unknown): unknown {
  return isRecord(value) ? rename(value, (name) => namesByPlace.get(name) ?? name.slice(1)) : value;
}

function rename(record: Record<string, unknown>, toName: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, member]) => [toName(name), member]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
