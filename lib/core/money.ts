import { currencyExponent } from "./currency.ts";
import { trimEndOf } from "./trim-end.ts";

/** Integer minor units and their currency; the only form of money that crosses modules (docs/payments.md, rule 15). */
export type Money = { amountMinor: number; currency: string };

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Decimal text with a point ("12.34", "-0.5", "1234") as minor units of the currency, exactly. Undefined when it is not
 * a plain decimal, has more decimals than the currency (trailing zeros are fine: "1234.00" is JPY 1234), or exceeds the
 * safe integers. Never rounds.
 */
export function parseDecimal(text: string, currency: string): number | undefined {
  const match = decimalText.exec(text);
  if (!match) return undefined;
  const exponent = currencyExponent(currency);
  const fraction = trimEndOf(match[3] ?? "", "0");
  if (fraction.length > exponent) return undefined;
  const digits = BigInt(`${match[2]}${fraction.padEnd(exponent, "0")}`);
  if (digits > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const minor = Number(digits);
  return match[1] === "-" && minor !== 0 ? -minor : minor;
}

/** Minor units as plain decimal text with the currency's decimals and a point: the inverse of parseDecimal. */
export function formatDecimal({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency);
  const digits = BigInt(Math.abs(amountMinor))
    .toString()
    .padStart(exponent + 1, "0");
  const sign = amountMinor < 0 ? "-" : "";
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * A JSON number's exact decimal text as the gateway wrote it, without exponent where possible
 * (18.4 -> "18.4", 1e3 -> "1000"). Undefined for what is not finite.
 */
export function numberToDecimal(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = "", head = "", tail = "", power = "0"] = match;
  const digits = head + tail;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formats money for display: grouped digits with the currency's decimals, as `locale` (a BCP 47 tag) writes numbers. */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  const exponent = currencyExponent(currency);
  const name = `${locale} ${exponent}`;
  const known = formatters.get(name);
  const formatter = known ?? new Intl.NumberFormat(locale, { minimumFractionDigits: exponent, maximumFractionDigits: exponent });
  if (!known) formatters.set(name, formatter);
  return formatter.format(formatDecimal({ amountMinor, currency }) as Intl.StringNumericLiteral);
}
