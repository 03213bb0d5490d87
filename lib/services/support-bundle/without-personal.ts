/** Text that staff, shops and customers typed: any of it may be personal. */
const personalMembers = ["description", "tags", "extra", "history", "createdBy"] as const;
type PersonalMember = (typeof personalMembers)[number];
const personalNames: ReadonlySet<string> = new Set(personalMembers);

export type WithoutPersonal<Value> = Value extends readonly (infer Item)[]
  ? WithoutPersonal<Item>[]
  : Value extends object
    ? { [Name in Exclude<keyof Value, PersonalMember>]: WithoutPersonal<Value[Name]> }
    : Value;

/** A copy for a ticket, at any depth without typed text, nor the rows that the gateway repeats it in. */
export function withoutPersonal<Value>(value: Value): WithoutPersonal<Value> {
  return strip(value, new Set()) as WithoutPersonal<Value>;
}

/** `typed`: names of a payment's additional fields, which the gateway sends back. */
function strip(value: unknown, typed: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isTypedRow(item, typed)).map((item) => strip(item, typed));
  if (typeof value !== "object" || value === null) return value;
  const extra = "extra" in value && typeof value.extra === "object" ? new Set(Object.keys(value.extra ?? {})) : typed;
  const kept = Object.entries(value).filter(([name]) => !personalNames.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, strip(member, extra)]));
}

function isTypedRow(item: unknown, typed: ReadonlySet<string>): boolean {
  if (typeof item !== "object" || item === null || !("label" in item)) return false;
  const [name = ""] = String(item.label).split(".");
  return ("reason" in item && item.reason === "field_description") || typed.has(name);
}
