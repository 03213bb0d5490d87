import { isCurrency } from "#lib/core/currency.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";

export type FindQuery = {
  /** As identifiers are compared. */
  value: string;
  /** Whether it may leave for a gateway: neither an amount, nor card digits, nor words, an e-mail address or a phone number. */
  mayBeReference: boolean;
};

const amount = /^[+-]?\d{1,3}(?:[.,' ]?\d{3})*(?:[.,]\d{1,4})?$/;
/** Card digits as a receipt or a list shows them: "*2979", "•••• 2979", "xx2979". */
const maskedCard = /^(?:[*•…]+|[x*•…]{2,})\s*(\d{4})$/iu;

/** What a person typed, as identifiers are stored: amounts with a point and without sign and currency. */
export function toFindQuery(text: string): FindQuery {
  const decimal = toDecimal(text);
  if (decimal !== undefined) return { value: decimal, mayBeReference: false };
  const digits = maskedCard.exec(text.trim())?.[1];
  if (digits !== undefined) return { value: digits, mayBeReference: false };
  const value = normaliseIdentifier(text);
  return {
    value,
    mayBeReference: value.length >= 6 && /\d/.test(value) && !text.includes("@") && !isPhone(text) && !hasWords(text),
  };
}

/** All that a text is compared as: what reads like an amount may be an order number as well. */
export function toSearchValues(text: string): string[] {
  return [...new Set([toFindQuery(text).value, normaliseIdentifier(text)])].filter((value) => value !== "");
}

/** With a country's code, or as it is dialled at home: a zero and another digit first. */
function isPhone(text: string): boolean {
  return /^\s*[+(]/.test(text) || /^(?:0|00)[1-9]\d{7,13}$/.test(text.replaceAll(/[\s()./-]/g, ""));
}

/** A reference may hold one group of letters ("RF/123456 QKXP"); two, or a long one, are a name or a sentence. */
function hasWords(text: string): boolean {
  const groups = text.split(/[\s.,_]+/).filter((group) => /^\p{L}{2,}$/u.test(group));
  return groups.length > 1 || groups.some((group) => group.length > 6);
}

/** "EUR 1,234.50", "12,34" and "-12.34" as "1234.50", "12.34" and "12.34"; undefined for what has no decimals. */
function toDecimal(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[A-Z]{3}|[A-Z]{3}$/gi, (letters) => (isCurrency(letters.toUpperCase()) ? "" : letters))
    .trim();
  if (!amount.test(bare)) return undefined;
  const match = /^[+-]?(.*)[.,](\d{1,4})$/.exec(bare);
  if (!match) return undefined;
  const whole = (match[1] ?? "").replace(/\D/g, "");
  return `${whole}.${match[2]}`;
}
