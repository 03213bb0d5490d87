import { type AdditionalNames, isAdditionalRow, namesOfAdditional } from "#lib/privacy/additional-fields.ts";

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

function strip(value: unknown, outer: AdditionalNames): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isTypedRow(item, outer)).map((item) => strip(item, outer));
  if (typeof value !== "object" || value === null) return value;
  const names = namesOfAdditional(value, outer);
  const kept = Object.entries(value).filter(([name]) => !personalNames.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, strip(member, names)]));
}

function isTypedRow(item: unknown, names: AdditionalNames): boolean {
  if (typeof item !== "object" || item === null || !("label" in item)) return false;
  return ("reason" in item && item.reason === "field_description") || isAdditionalRow(item, names);
}
