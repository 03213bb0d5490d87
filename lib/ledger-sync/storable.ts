/** PostgreSQL accepts neither NUL nor half a surrogate pair; both become the replacement character. */
export function toStorableText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").toWellFormed();
}

/** Replaces them in every text of a JSON value, member names included; a value without them is not copied. */
export function toStorableJson<Value>(value: Value): Value {
  return (mayBeUnstorable.test(JSON.stringify(value) ?? "") ? sanitise(value) : value) as Value;
}

/** The JSON escapes of what cannot be stored; also matches similar texts. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

function sanitise(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(sanitise);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), sanitise(member)]));
}
