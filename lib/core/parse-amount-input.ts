import { currencyExponent, currencyName, isCurrency } from "./currency.ts";
import { languageCodes } from "./languages.ts";
import { formatDecimal, parseDecimal } from "./money.ts";
import type { Message } from "./text.ts";
import { coreText } from "./texts.ts";
import { trimEndOf } from "./trim-end.ts";

/** The largest amount of a payment, in minor units; the gateway's own limit is not known. */
export const amountMinorMax = 999_999_999_999;

/**
 * Number formats a user may type: that of `locale` first, or that of another locale they are used to. A browser may name
 * the latter by a text that is no language tag, such as "C"; then only the first counts.
 */
export type Typing = { locale: string; habit?: string };

type AmountFormat = Typing & { currency: string };

export type TypedAmount = { amountMinor: number } | { problem: Message };

/**
 * Parses a typed amount in the user's number format: exactly, or rejected with a message that says how to correct it.
 * Text that is no number of the locale but unambiguous in the other format ("12,34" in English) is accepted; text with
 * two different meanings ("1.234") is rejected. Never rounds or guesses. Zero is allowed.
 */
export function readTypedAmount(text: string, { currency, locale, habit = locale }: AmountFormat): TypedAmount {
  const bare = withoutCurrency(text, currency);
  const name = currencyName(currency, locale);
  if (bare === "") return { problem: coreText("amount_missing") };
  const readings = [locale, toBareTag(habit) ?? locale]
    .map((numberLocale) => toPlainDecimal(bare, numberLocale))
    .filter((decimal) => decimal !== undefined);
  const [plain, second = plain] = readings;
  const example = formatAmount({ amountMinor: 123_456, currency }, locale);
  if (plain === undefined) return { problem: coreText("amount_unreadable", { example }) };
  if (plain.startsWith("-")) return { problem: coreText("amount_negative") };
  if (Number(plain) !== Number(second)) {
    return { problem: coreText("amount_ambiguous", { example: clearTexts(readings, { currency, locale }) }) };
  }
  const [, fraction = ""] = plain.split(".");
  const exponent = currencyExponent(currency);
  if (trimEndOf(fraction, "0").length > exponent) return { problem: decimalsProblem(name, exponent) };
  const amountMinor = parseDecimal(plain, currency);
  const limit = formatAmount({ amountMinor: amountMinorMax, currency }, locale);
  if (amountMinor === undefined || amountMinor > amountMinorMax)
    return { problem: coreText("amount_above_limit", { amount: limit }) };
  return { amountMinor };
}

/** A number in the format of the locale, or else of another, as plain decimal text ("1234.5"); undefined when it is none. */
export function parseTypedDecimal(text: string, locale: string): string | undefined {
  return toPlainDecimal(text.trim(), locale);
}

/** An amount and the currency's code written after or before it, as in "100 EUR". */
export function splitCurrency(text: string): { amount: string; currency?: string } {
  const trimmed = text.trim();
  const [first, last] = [trimmed.slice(0, 3).toUpperCase(), trimmed.slice(-3).toUpperCase()];
  if (isCurrency(last)) return { amount: trimmed.slice(0, -3).trim(), currency: last };
  if (isCurrency(first)) return { amount: trimmed.slice(3).trim(), currency: first };
  return { amount: trimmed };
}

/** Plain decimal text in the locale's number format, which `parseTypedDecimal` reads back. */
export function toTypedDecimal(plain: string, locale: string): string {
  return plain.replace(".", separatorsOf(locale).decimal);
}

/** Minor units in the locale's format, with the currency's code and decimals. */
export function formatAmount(money: { amountMinor: number; currency: string }, locale: string): string {
  const digits = currencyExponent(money.currency);
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(formatDecimal(money) as Intl.StringNumericLiteral)} ${money.currency}`;
}

function decimalsProblem(currency: string, count: number): Message {
  return count === 0
    ? coreText("amount_without_decimals", { currency })
    : coreText("amount_decimals_too_many", { currency, count });
}

/** The text without the currency's own code or symbol before or behind it, in large or small letters. */
export function withoutCurrency(text: string, currency: string): string {
  const trimmed = text.trim();
  for (const name of namesOf(currency)) {
    if (trimmed.slice(0, name.length).toUpperCase() === name) return trimmed.slice(name.length).trim();
    if (trimmed.slice(-name.length).toUpperCase() === name) return trimmed.slice(0, -name.length).trim();
  }
  return trimmed;
}

const names = new Map<string, readonly string[]>();

/**
 * The code, then the symbols in the languages of the screens, the longest first; in capital letters, as texts are compared.
 * Cached: creating a formatter costs far more than using it.
 */
function namesOf(currency: string): readonly string[] {
  const known = names.get(currency);
  if (known) return known;
  const symbols = languageCodes.map((code) => trimEndOf(symbolOf(currency, code).toUpperCase(), "."));
  // Abbreviations are written with and without a point.
  const written = new Set(symbols.flatMap((symbol) => (/\p{L}$/u.test(symbol) ? [symbol, `${symbol}.`] : [symbol])));
  const own = [currency, ...[...written].sort((left, right) => right.length - left.length)];
  names.set(currency, own);
  return own;
}

function symbolOf(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Digits, with an optional minus and point: in the locale's format, else in one that fits. */
function toPlainDecimal(text: string, locale: string): string | undefined {
  const digits = toLatinDigits(text);
  const { group, decimal } = separatorsOf(locale);
  return readAs(digits, group, decimal) ?? readAs(digits, ",", ".") ?? readAs(digits, ".", ",");
}

/** The meanings that fit the currency, written without ambiguity: without groups, or with one decimal too many. */
function clearTexts(plains: readonly string[], { currency, locale }: AmountFormat): string {
  const { decimal } = separatorsOf(locale);
  const fitting = plains.filter((plain) => parseDecimal(plain, currency) !== undefined);
  return fitting.map((plain) => (plain.includes(".") ? `${plain.replace(".", decimal)}0` : plain)).join(" / ");
}

function readAs(text: string, group: string, decimal: string): string | undefined {
  const minus = /^[-−]?/.exec(text)?.[0] ?? "";
  const number = text.slice(minus.length).trimStart();
  const parts = number.split(decimal);
  const [whole = "", fraction] = parts;
  if (parts.length > 2 || fraction === "" || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const groups = whole.split(isSpace(group) ? /[\s\u00a0\u202f]/ : group === "'" || group === "’" ? /['’]/ : group);
  if (groups.some((part) => !/^\d+$/.test(part)) || !isGrouped(groups)) return undefined;
  return `${minus === "" ? "" : "-"}${groups.join("")}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** A language tag without extensions such as "-u-nu-arab"; undefined for a text that is none. */
function toBareTag(text: string): string | undefined {
  try {
    return new Intl.Locale(text).baseName;
  } catch {
    return undefined;
  }
}

/** Groups as in 1,234,567, or 12,34,567 in India. Behind a zero there is none: "0,500" is a fraction. */
function isGrouped(groups: readonly string[]): boolean {
  const [first = "", ...rest] = groups;
  const last = rest.at(-1);
  if (last === undefined) return true;
  const middle = rest.slice(0, -1);
  if (last.length !== 3 || first.length > 3 || first.startsWith("0")) return false;
  return middle.every((part) => part.length === 3) || (first.length <= 2 && middle.every((part) => part.length === 2));
}

function isSpace(text: string): boolean {
  return /^[\s\u00a0\u202f]$/.test(text);
}

function separatorsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(12_345.6);
  const find = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
  return { group: find("group", ","), decimal: find("decimal", ".") };
}

/** Replaces digits of other scripts, such as Arabic or Devanagari, by 0 to 9. */
function toLatinDigits(text: string): string {
  if (!/\p{Nd}/u.test(text.replaceAll(/\d/g, ""))) return text;
  const values = new Map(Intl.supportedValuesOf("numberingSystem").flatMap(digitsOf));
  return [...text].map((character) => values.get(character) ?? character).join("");
}

/** The digits of a numbering system and their values; none where numbers are not written in digits. */
function digitsOf(system: string): [digit: string, value: string][] {
  const digits = [...new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210)].reverse();
  return digits.length === 10 ? digits.map((digit, value) => [digit, String(value)]) : [];
}
