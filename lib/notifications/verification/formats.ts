import { currencyExponent } from "#lib/core/currency.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { findPair, type Pair } from "./form.ts";

/** A method's name has no dash, so that it cannot contain another value. */
export const methodPattern = /^IPC[A-Za-z]{1,40}$/;

/** A known field with a wrong format, and the rule as text. */
export type BadFormat = { name: string; rule: string };

type Format = readonly [name: string, pattern: RegExp, rule: string];

export const currencyPattern = /^[A-Za-z]{3}$/;
/** Without a dash, so that it cannot contain another value. */
export const addedPattern = /^[A-Za-z0-9._]{1,32}$/;

const toAddedFormat = (name: string): Format => [name, addedPattern, notificationText("field_name_form", { name }).message];

const formats: readonly Format[] = [
  ["Currency", currencyPattern, "Currency must be three letters."],
  ["OrderID", /^./s, "OrderID must not be empty."],
  ["RequestSTAN", /^(?:\d{1,6})?$/, "RequestSTAN must be one to six digits."],
  [
    "RequestDateTime",
    /^(?:\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)?$/,
    "RequestDateTime must be a date and a time, as in 2026-03-04 11:20:05.",
  ],
];

/**
 * The first field with a wrong format; `added` are the names that an accepted field order has besides the default ones. A rejected payment is
 * reversed, so only impossible values are rejected: the specification types Amount as a Double, vendors write `500.00` JPY, and an empty
 * optional value means the same as a missing one.
 */
export function firstBadFormat(signed: readonly Pair[], added: readonly string[]): BadFormat | undefined {
  for (const [name, pattern, rule] of [...formats, ...added.map(toAddedFormat)]) {
    const value = findPair(signed, name)?.valueText;
    if (value !== undefined && !pattern.test(value)) return { name, rule };
  }
  const rule = amountRule(findPair(signed, "Amount")?.valueText, findPair(signed, "Currency")?.valueText);
  return rule === undefined ? undefined : { name: "Amount", rule };
}

/** The rule that an amount breaks, if any; an empty amount counts as missing. */
export function amountRule(amount: string | undefined, currencyText: string | undefined): string | undefined {
  if (!amount) return undefined;
  const match = /^\d+(?:\.(\d+))?$/.exec(amount);
  if (!match) return "Amount must be digits, with a point before its decimals.";
  if (currencyText === undefined) return undefined;
  const currency = currencyText.toUpperCase();
  const decimals = currencyExponent(currency);
  if (trimEndOf(match[1] ?? "", "0").length <= decimals) return undefined;
  return `Amount must have at most ${decimals} decimals in ${currency}.`;
}
