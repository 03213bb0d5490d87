import type { MessageKeys, Messages } from "next-intl";
import type { Words } from "#components/language/words.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";

type T = Words<"notifications">;
type Field = NotificationDetail["fields"][number];
type FieldKey = keyof Messages["notifications"]["fields"];
type CodeKey = `codes.${MessageKeys<Messages["notifications"]["codes"], never>}`;

/** What a field is called: one that no document names as it was sent. */
export function fieldLabel(t: T, { name, label, known }: Pick<Field, "name" | "label" | "known">): string {
  return known ? t(`fields.${name.toLowerCase() as FieldKey}`) : label;
}

/** A code spelled out: brands by their own name, words in the person's language. */
export function fieldMeaning(t: T, { name, value, meaning }: Pick<Field, "name" | "value" | "meaning">): string | null {
  if (meaning === null) return null;
  const key = `codes.${name.toLowerCase()}.${value}` as CodeKey;
  return t.has(key) ? t(key) : meaning;
}
