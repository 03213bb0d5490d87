import { currencyExponent } from "#lib/core/currency.ts";
import type { Message } from "#lib/core/text.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { findPair, type Pair } from "./form.ts";

/** A method's name has no dash, so that it cannot contain another value. */
export const methodPattern = /^IPC[A-Za-z]{1,40}$/;

/** A known field with a wrong format, and the rule as text. */
export type BadFormat = { name: string; rule: Message };

type Format = readonly [name: string, pattern: RegExp, rule: Message];

export const currencyPattern = /^[A-Za-z]{3}$/;
/** Without a dash, so that it cannot contain another value. */
export const addedPattern = /^[A-Za-z0-9._]{1,32}$/;

const toAddedFormat = (name: string): Format => [name, addedPattern, notificationText("field_name_form", { name })];

const formats: readonly Format[] = [
  ["Currency", currencyPattern, notificationText("currency_rule")],
  ["OrderID", /^./s, notificationText("order_id_rule")],
  ["RequestSTAN", /^(?:\d{1,6})?$/, notificationText("stan_rule")],
  [
    "RequestDateTime",
    /^(?:\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)?$/,
    notificationText("date_time_rule", { example: "2026-03-04 11:20:05" }),
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
export function amountRule(amount: string | undefined, currencyText: string | undefined): Message | undefined {
  if (!amount) return undefined;
  const match = /^\d+(?:\.(\d+))?$/.exec(amount);
  if (!match) return notificationText("amount_rule");
  if (currencyText === undefined) return undefined;
  const currency = currencyText.toUpperCase();
  const decimals = currencyExponent(currency);
  if (trimEndOf(match[1] ?? "", "0").length <= decimals) return undefined;
  return notificationText("amount_decimals_rule", { decimals, currency });
}
