import { formatMoney, type Money } from "./money.ts";

/** What stands in a text: also money, which each language writes in its own way, or another text. */
export type TextValue = string | number | Money | Message;
type TextValues = Readonly<Record<string, TextValue>>;

/**
 * A text for people, as it is answered: in English, and as a reason with values, from which the browser says it in the
 * user's language (`messages/reasons/`).
 */
export type Message = { message: string; reason: string; values?: TextValues };

/** Why something is not as it should be; without a reason of its own the code is one. */
export type Problem = { code: string; message: string; reason?: string | undefined; values?: TextValues | undefined };

type PlaceholderOf<English extends string> = English extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;
/** The values of a text: one for each placeholder of its English. */
export type ValuesOf<English extends string> = [PlaceholderOf<English>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderOf<English>, TextValue>>];

/** Makes texts of a catalogue, reason -> English with placeholders written `{like this}`. Reasons are unique over all catalogues. */
export function defineTexts<const English extends Readonly<Record<string, string>>>(english: English) {
  const toMessage = <Reason extends keyof English & string>(reason: Reason, ...[values]: ValuesOf<English[Reason]>): Message => ({
    message: fillIn(english[reason] ?? reason, values),
    reason,
    ...(values && { values }),
  });
  /** The text of a computed reason, one without values; undefined for a reason that is not in the catalogue. */
  const find = (reason: string): Message | undefined =>
    Object.hasOwn(english, reason) ? { message: english[reason] ?? reason, reason } : undefined;
  return Object.assign(toMessage, { english, find });
}

/** What says a text beside its English: the reason and the values. */
export function detailsOf({ reason, values }: Message): Omit<Message, "message"> {
  return values === undefined ? { reason } : { reason, values };
}

/** The error option of a zod rule: the English as the issue's message, and the whole text for `issueMessage`. */
export function asRule(text: Message): { error: (issue: object) => string } {
  return { error: (issue) => Object.assign(issue, { text }).text.message };
}

/** The issue of a schema's own check (`superRefine`). */
export function asIssue(text: Message, path: PropertyKey[] = []) {
  return { code: "custom", message: text.message, path, text } as const;
}

function fillIn(english: string, values: TextValues = {}): string {
  return english.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : toEnglish(value);
  });
}

function toEnglish(value: TextValue): string {
  if (typeof value !== "object") return String(value);
  return "reason" in value ? value.message : `${value.currency} ${formatMoney(value, "en-GB")}`;
}
