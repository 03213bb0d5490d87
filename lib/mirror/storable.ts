/** PostgreSQL takes neither NUL nor half a surrogate pair; both become the replacement character. */
export function toStorableText(text: string): string {
  return isStorable(text) ? text : text.replaceAll("\u0000", "\ufffd").toWellFormed();
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The same for every text in a JSON value, member names included; what can be stored is not copied. */
export function toStorableJson<Value>(value: Value): Value {
  return (canBeStored(value) ? value : sanitise(value)) as Value;
}

function canBeStored(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(canBeStored);
  if (typeof value !== "object" || value === null) return true;
  for (const [name, member] of Object.entries(value)) if (!isStorable(name) || !canBeStored(member)) return false;
  return true;
}

function sanitise(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(sanitise);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), sanitise(member)]));
}
