import { isCurrency } from "#lib/core/currency.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";

export type FindQuery = {
  /** Normalised for comparison with identifiers. */
  value: string;
  /**
   * Whether it may be sent to a gateway: neither an amount, nor card digits, nor words, an e-mail address or a phone number.
   */
  mayBeReference: boolean;
};

const amount = /^[+-]?\d{1,3}(?:[.,' ]?\d{3})*(?:[.,]\d{1,4})?$/;
/** Card digits as on a receipt or in a list: "*2979", "•••• 2979", "xx2979". */
const maskedCard = /^(?:[*•…]+|[x*•…]{2,})\s*(\d{4})$/iu;

/** The typed text, normalised like stored identifiers: amounts with a point and without sign and currency. */
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

/** All forms in which a text is compared: an amount may also be an order number. */
export function toSearchValues(text: string): string[] {
  return [...new Set([toFindQuery(text).value, normaliseIdentifier(text)])].filter((value) => value !== "");
}

/** A phone number with a country code, or in national form: a zero and another digit first. */
function isPhone(text: string): boolean {
  return /^\s*[+(]/.test(text) || /^(?:0|00)[1-9]\d{7,13}$/.test(text.replaceAll(/[\s()./-]/g, ""));
}

/** A reference may contain one group of letters ("RF/123456 QKXP"); two, or a long one, are a name or a sentence. */
function hasWords(text: string): boolean {
  const groups = text.split(/[\s.,_]+/).filter((group) => /^\p{L}{2,}$/u.test(group));
  return groups.length > 1 || groups.some((group) => group.length > 6);
}

/** "EUR 1,234.50", "12,34" and "-12.34" as "1234.50", "12.34" and "12.34"; undefined without decimals. */
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
