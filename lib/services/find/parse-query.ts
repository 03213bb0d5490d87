import { normaliseIdentifier } from "../../core/identifiers.ts";

export type FindQuery = {
  /** As identifiers are compared. */
  value: string;
  /** Whether gateways may know it: neither an amount, nor card digits, nor personal. */
  mayBeReference: boolean;
};

const amount = /^[+-]?\d{1,3}(?:[.,' ]?\d{3})*(?:[.,]\d{1,4})?$/;

/** What a person typed, as identifiers are stored: amounts with a point and without sign and currency. */
export function toFindQuery(text: string): FindQuery {
  const decimal = toDecimal(text);
  if (decimal !== undefined) return { value: decimal, mayBeReference: false };
  const value = normaliseIdentifier(text);
  const isShort = value.length < 6;
  return { value, mayBeReference: !isShort && !text.includes("@") && !/^\+/.test(text.trim()) };
}

/** "EUR 1,234.50", "12,34" and "-12.34" as "1234.50", "12.34" and "12.34"; undefined for what has no decimals. */
function toDecimal(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[A-Z]{3}|[A-Z]{3}$/gi, "")
    .trim();
  if (!amount.test(bare)) return undefined;
  const match = /^[+-]?(.*)[.,](\d{1,4})$/.exec(bare);
  if (!match) return undefined;
  const whole = (match[1] ?? "").replace(/\D/g, "");
  return `${whole}.${match[2]}`;
}
