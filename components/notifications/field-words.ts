import type { MessageKeys, Messages } from "next-intl";
import type { Words } from "#components/language/words.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";

type T = Words<"notifications">;
type Field = NotificationDetail["fields"][number];
type FieldKey = keyof Messages["notifications"]["fields"];
type CodeKey = `codes.${MessageKeys<Messages["notifications"]["codes"], never>}`;

/** A field's label; an undocumented field is shown by its name. */
export function fieldLabel(t: T, { name, label, known }: Pick<Field, "name" | "label" | "known">): string {
  return known ? t(`fields.${name.toLowerCase() as FieldKey}`) : label;
}

/** A code as text: brands by their own name, others in the user's language. */
export function fieldMeaning(t: T, { name, value, meaning }: Pick<Field, "name" | "value" | "meaning">): string | null {
  if (meaning === null) return null;
  const key = `codes.${name.toLowerCase()}.${value}` as CodeKey;
  return t.has(key) ? t(key) : meaning;
}
