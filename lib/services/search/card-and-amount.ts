import { trimEndOf } from "#lib/core/trim-end.ts";
import { toFindQuery } from "./parse-query.ts";

/** The last digits of a card together with an amount, as identifiers are stored; `amounts` in every currency's decimals. */
export type CardAndAmount = { digits: string; amounts: string[] };

const cardDigits = /^[*•.…x]*(\d{4})$/iu;
const word = /^(?:[A-Z]{3}|[€$£]|card|ending|in|and|for|of)$/iu;

/** "4242 12.34", "EUR 12,34 *4242", "4242 and 50": every interpretation of two numbers; none for anything else. */
export function parseCardAndAmount(text: string): CardAndAmount[] {
  const parts = text
    .replace(/([€$£])/gu, " $1 ")
    .split(/\s+/u)
    .map((part) => trimEndOf(part, ",;:"))
    .filter((part) => part !== "" && !word.test(part));
  const [left, right, ...more] = parts;
  if (left === undefined || right === undefined || more.length > 0) return [];
  return [read(left, right), read(right, left)].filter((found) => found !== undefined);
}

function read(card: string, amount: string): CardAndAmount | undefined {
  const digits = cardDigits.exec(card)?.[1];
  const amounts = toAmounts(amount);
  return digits === undefined || amounts.length === 0 ? undefined : { digits, amounts };
}

/** "1,234" is 1.234 or, in groups of three digits, 1234. */
function toAmounts(text: string): string[] {
  if (/^\d{1,9}$/u.test(text)) return wholeAmounts(text);
  if (!/^[+-]?\d[\d.,']*$/u.test(text)) return [];
  const whole = /^[+-]?([1-9]\d{0,2}(?:[.,']\d{3})+)$/u.exec(text)?.[1]?.replaceAll(/\D/gu, "");
  return [...decimalAmounts(toFindQuery(text).value), ...(whole === undefined ? [] : wholeAmounts(whole))];
}

function wholeAmounts(digits: string): string[] {
  return [digits, `${digits}.00`, `${digits}.000`];
}

function decimalAmounts(value: string): string[] {
  const decimals = /^\d+\.(\d{1,4})$/u.exec(value)?.[1];
  if (decimals === undefined) return [];
  return [value, `${value}0`, `${value}00`].slice(0, Math.max(1, 4 - decimals.length));
}
