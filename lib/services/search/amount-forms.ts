import { isCurrency } from "#lib/core/currency.ts";

const sign = /^[+-]\s*/u;
const currency = /^(?:[A-Z]{3}(?![A-Z])|\p{Sc})|(?:[A-Z]{3}|\p{Sc})$/giu;
const groups = /^[1-9]\d{0,2}([.,'’ ])\d{3}(?:\1\d{3})*$/u;

/** Text with the hyphen for the true minus, and the usual space for those that do not break: screens write both in amounts. */
export function withPlainSigns(text: string): string {
  return text.replaceAll("−", "-").replaceAll(/[\u00a0\u202f]/gu, " ");
}

/**
 * The texts under which identifiers may hold a typed amount, in every currency's decimals, without sign: "1.234" is 1.234 or,
 * in groups of three digits, 1234. Empty for what is no amount, and for a whole number without a currency, which may be any
 * identifier.
 */
export function toAmountForms(text: string): string[] {
  const plain = withPlainSigns(text).trim().replace(sign, "");
  const number = plain
    .replaceAll(currency, (found) => (/^\p{Sc}$/u.test(found) || isCurrency(found.toUpperCase()) ? "" : found))
    .trim()
    .replace(sign, "");
  const isMoney = /[\u00a0\u202f]/u.test(text) || (number !== plain && /[\s\p{Sc}]/u.test(plain));
  const [, whole = "", point = "", decimals = ""] = /^(.*?)(?:([.,])(\d{1,4}))?$/u.exec(number) ?? [];
  const isDecimal = decimals !== "" && !whole.includes(point) && (/^\d+$/u.test(whole) || groups.test(whole));
  const isWhole = groups.test(number) ? isMoney || !number.includes(" ") : isMoney && /^\d+$/u.test(number);
  return [...(isDecimal ? decimalForms(toDigits(whole), decimals) : []), ...(isWhole ? wholeForms(toDigits(number)) : [])];
}

/** A whole amount with the decimals of every currency. */
export function wholeForms(digits: string): string[] {
  return [digits, `${digits}.00`, `${digits}.000`];
}

function decimalForms(whole: string, decimals: string): string[] {
  return ["", "0", "00"].slice(0, Math.max(1, 4 - decimals.length)).map((zeros) => `${whole}.${decimals}${zeros}`);
}

function toDigits(text: string): string {
  return text.replaceAll(/\D/gu, "");
}
