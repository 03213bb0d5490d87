/** PostgreSQL takes neither NUL nor half a surrogate pair; both become the replacement character. */
export function toStorableText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").toWellFormed();
}

/** The same for every text in a JSON value, member names included. */
export function toStorableJson<Value>(value: Value): Value {
  return sanitise(value) as Value;
}

function sanitise(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(sanitise);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), sanitise(member)]));
}
